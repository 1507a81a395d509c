import type { InjectOptions } from 'fastify'
import { SOURCE_PATHS } from '../../contract/paths.ts'
import { listenAlone } from '../attack/support/listening.ts'
import type { TestDatabase } from './database.ts'

/** The project's own CSV with one tyre a line. */
export const csvOf = (...lines: string[]): string =>
  `article,brand,name,city,warehouse,retail,opt,stock\n${lines.join('\n')}\n`

/** As many tyres as asked for, each at a price of its own. */
export const tyresCsv = (tyres: number, price = 4_000): string =>
  csvOf(
    ...Array.from(
      { length: tyres },
      (_, n) => `X${n},Arktika,Шина ${n},Томск,,${price + 1_000 + n},${price + n},3`,
    ),
  )

/** The mapping of that CSV. */
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

/** What the form of a new source sends. */
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

/** A listening server with an administrator signed in, whose sources work. */
export async function sourcesServer(env: Record<string, string> = {}, open?: () => Promise<TestDatabase>) {
  // The days that tests import stay where they are.
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
