import type {} from '@fastify/swagger'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'

/** A route from the server's own description, so that new routes are attacked without being listed here. */
export interface FuzzedRoute {
  method: string
  /** path with {parameters} */
  path: string
  /** names of the parameters in the route's query and body */
  query: readonly string[]
  body: readonly string[]
}

export type Who = 'nobody' | 'forged' | 'user' | 'admin'

export interface FuzzedRequest {
  who: Who
  method: string
  /** path and query, encoded for the wire */
  target: string
  body: string | undefined
  contentType: string
}

interface Operation {
  parameters?: { in: string; name: string }[]
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> }
}

/** Returns all routes of the server's own OpenAPI document. */
export function routesOf(app: FastifyInstance): FuzzedRoute[] {
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      body: Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {}),
    })),
  )
}

/** Values that have broken parsers, databases and encoders elsewhere. */
const NASTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\uffff',
  '\u202e',
  '%',
  '%25',
  '%ZZ',
  '_',
  '\\',
  "'",
  "' OR '1'='1",
  '"; DROP TABLE users; --',
  '$1',
  '?',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '//evil.example',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nSet-Cookie: a=b',
  '-1',
  '0',
  '1e999',
  'NaN',
  'Infinity',
  '9007199254740993',
  '99999999999999999999999999',
  '0x10',
  '٣',
  'true',
  'null',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  '2026-13-45',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13',
  '2026-04-18',
  'Зимняя',
  'Все',
  'a'.repeat(300),
  'я'.repeat(5_000),
] as const

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[[[]]]], -0, 2 ** 53, -1) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)
const stray = fc.constantFrom('__proto__', 'constructor', 'toString', 'x', '')

/** Encodes a part like a browser; malformed escapes are added elsewhere, because servers must tolerate them. */
const encoded = (part: string): string => encodeURIComponent(part.toWellFormed())

/** Generates any request to any of the routes, by anybody. */
export function requests(routes: readonly FuzzedRoute[]): fc.Arbitrary<FuzzedRequest> {
  return fc.constantFrom(...routes).chain(({ method, path, query, body }) => {
    const names = (known: readonly string[]) =>
      known.length > 0 ? fc.oneof(fc.constantFrom(...known), stray) : stray
    const queries = fc.array(fc.tuple(names(query), text), { maxLength: 5 })
    const object = fc
      .array(fc.tuple(names(body), value), { maxLength: 6 })
      .map((pairs) => JSON.stringify(Object.fromEntries(pairs)))
    const raw = fc.oneof(fc.constantFrom('', '{', '[]', 'null', '"a"', '1', 'a=b', '{"a":1}}'), text)
    const bodies: fc.Arbitrary<string | undefined> =
      method === 'GET'
        ? fc.constant(undefined)
        : fc.oneof(
            { weight: 6, arbitrary: object },
            { weight: 1, arbitrary: raw },
            { weight: 1, arbitrary: fc.constant(undefined) },
          )
    return fc.record({
      who: fc.constantFrom<Who>('nobody', 'forged', 'user', 'user', 'admin', 'admin'),
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'OPTIONS', 'HEAD', 'DELETE') },
      ),
      target: fc
        .tuple(
          fc.array(text, { minLength: 4, maxLength: 4 }),
          queries,
          fc.constantFrom('', '', '', '%', '%00', '//', '?', ';x'),
        )
        .map(([parts, pairs, tail]) => {
          let part = 0
          const filled = path.replace(/\{[^}]*\}/g, () => encoded(parts[part++] ?? '') || '-')
          const search = pairs.map(([name, content]) => `${encoded(name)}=${encoded(content)}`).join('&')
          return `${filled}${search && `?${search}`}${tail}`
        }),
      body: bodies,
      contentType: fc.oneof(
        { weight: 8, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'text/plain',
            'application/json; charset=utf-16',
            'multipart/form-data',
            'application/x-www-form-urlencoded',
          ),
        },
      ),
    })
  })
}
