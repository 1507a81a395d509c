import type { InjectOptions } from 'fastify'
import { SOURCE_PATHS } from '../../contract/sources/source-paths.ts'
import { listenAlone } from '../attack/support/listening.ts'
import type { TestDatabase } from './database.ts'

/** Returns a file in the project's own CSV format with one tyre per line. */
export const csvOf = (...lines: string[]): string =>
  `article,brand,name,city,warehouse,retail,opt,stock\n${lines.join('\n')}\n`

/** Creates this many tyres, each with a different price. */
export const tyresCsv = (tyres: number, price = 4_000): string =>
  csvOf(
    ...Array.from(
      { length: tyres },
      (_, n) => `X${n},Arktika,Шина ${n},Томск,,${price + 1_000 + n},${price + n},3`,
    ),
  )

/** Mapping of the project's own CSV format. */
export const CSV_MAPPING = {
  format: 'csv',
  fields: {
    article: 'article',
    brand: 'brand',
    name: 'name',
    city: 'city',
    warehouse: 'warehouse',
    retail: 'retail',
    opt: 'opt',
    stock: 'stock',
  },
  optional: ['warehouse', 'stock'],
}

/** Body of the request with which the form creates a source. */
export const sourceInput = (over: object = {}) => ({
  site: 'a.ru',
  title: 'Шины А',
  enabled: true,
  kind: 'upload',
  address: '',
  mapping: CSV_MAPPING,
  times: [],
  zone: 'Europe/Moscow',
  expected_by: '',
  max_bad: 20,
  ...over,
})

type Answer = { status: number; body: Record<string, never> & { error?: string } }

/** A listening server with a signed-in administrator and working sources. */
export async function sourcesServer(env: Record<string, string> = {}, open?: () => Promise<TestDatabase>) {
  // Prevents the deletion of days that tests import as expired.
  const server = await listenAlone({ KEEP_DAYS: '100000', ...env }, open)
  await server.addUser('admin', { role: 'admin' })
  const { token } = await server.signIn('admin')

  const send = async (
    method: string,
    path: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await server.app.inject({
      method: method as 'GET',
      url: path,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(payload !== undefined && { payload: payload as InjectOptions['payload'] & {} }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() } as Answer
  }
  const post = (path: string, payload: unknown = {}) => send('POST', path, payload)
  const get = async (path: string) => (await send('GET', path)).body

  return {
    ...server,
    token,
    send,
    post,
    get,
    async addSource(over: object = {}): Promise<string> {
      const { body } = await post(SOURCE_PATHS.sources, sourceInput(over))
      if (body.error) throw new Error(body.error)
      return body.id as unknown as string
    },
    async upload(content: string | Buffer, name = 'prices.csv'): Promise<string> {
      const { body } = await send('PUT', `${SOURCE_PATHS.files}?name=${encodeURIComponent(name)}`, content, {
        'content-type': 'application/octet-stream',
      })
      if (body.error) throw new Error(body.error)
      return body.file as unknown as string
    },
    page: (id: string) => get(`${SOURCE_PATHS.sources}/${id}`) as Promise<never>,
  }
}

export type SourcesServer = Awaited<ReturnType<typeof sourcesServer>>
