import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ApiLogin, ApiPaging, SourceApi } from '../../contract/sources/api.ts'
import { USUAL_LOGIN, USUAL_PAGING, USUAL_REQUEST } from '../../contract/sources/api.ts'
import { type FeedServer, startFeedServer } from './feed-server.ts'

export const API_USER = 'anna'
export const API_PASSWORD = 'пароль-тайна'
export const API_SECRETS = { headers: [], basic: { username: API_USER, password: API_PASSWORD } }

interface Call {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

/** A supplier's API on loopback: '/login' gives a token, '/tyres' needs it and has pages. */
export interface SupplierApi {
  feed: FeedServer
  /** address of the tyres */
  address: string
  records: object[]
  calls: Call[]
  /** number of logins so far */
  logins(): number
  /** number of requests for which a token is good */
  tokenLife: number
  /** answers the tyres' request of a number (from 1) instead of the API; returns false to let it answer */
  instead: (call: Call, number: number, response: ServerResponse) => boolean
  close(): Promise<void>
}

export async function startSupplierApi(): Promise<SupplierApi> {
  const feed = await startFeedServer()
  const calls: Call[] = []
  let token = ''
  let used = 0
  const callOf = async (request: IncomingMessage): Promise<Call> => {
    const call = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', feed.origin),
      headers: request.headers,
      body: await text(request),
    }
    calls.push(call)
    return call
  }
  const callsOf = (path: string) => calls.filter(({ url }) => url.pathname === path).length

  const login = ({ headers, body }: Call, response: ServerResponse): void => {
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    const given = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body || '{}')
    const basic = `Basic ${Buffer.from(`${API_USER}:${API_PASSWORD}`).toString('base64')}`
    const isAnna = given.login === API_USER && given.password === API_PASSWORD
    // An answer that repeats what it was sent must not reach a person.
    if (!isAnna && headers.authorization !== basic) return void json(response, { wrong: body }, 401)
    token = `token-${callsOf('/login')}`
    used = 0
    response.setHeader('set-cookie', [`lang=ru; Path=/`, `session=${token}; HttpOnly; Path=/`])
    if (isForm) return void response.writeHead(302, { location: '/account' }).end()
    json(response, { data: { token } })
  }

  const supplier: SupplierApi = {
    feed,
    address: `${feed.origin}/tyres`,
    records: [],
    calls,
    logins: () => callsOf('/login'),
    tokenLife: Number.POSITIVE_INFINITY,
    instead: () => false,
    close: () => feed.close(),
  }

  const tyres = (call: Call, response: ServerResponse): void => {
    if (supplier.instead(call, callsOf('/tyres'), response)) return
    const { authorization, cookie } = call.headers
    const isIn = token !== '' && (authorization === `Bearer ${token}` || cookie === `session=${token}`)
    if (!isIn || ++used > supplier.tokenLife) return void json(response, { error: authorization }, 401)
    const asked = { ...Object.fromEntries(call.url.searchParams), ...JSON.parse(call.body || '{}') }
    const size = Number(asked.limit ?? 2)
    const from = Number(asked.offset ?? asked.cursor ?? (Number(asked.page ?? 1) - 1) * size)
    const items = supplier.records.slice(from, from + size)
    const more = from + size < supplier.records.length
    const next = more ? `/tyres?cursor=${from + size}` : null
    if (next !== null) response.setHeader('link', `<${next}&by=header>; rel="next", </tyres>; rel="first"`)
    json(response, { data: { items, cursor: more ? String(from + size) : null, next } })
  }

  feed.feeds.set('/login', (request, response) => void callOf(request).then((call) => login(call, response)))
  feed.feeds.set('/tyres', (request, response) => void callOf(request).then((call) => tyres(call, response)))
  return supplier
}

export const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Returns the login of the supplier's API; without a body it takes Basic. */
export const loginAt = ({ feed }: Pick<SupplierApi, 'feed'>, over: Partial<ApiLogin> = {}): ApiLogin => ({
  ...USUAL_LOGIN,
  address: `${feed.origin}/login`,
  body: { login: '{username}', password: '{password}' },
  token: 'data.token',
  ...over,
})

/** Returns a description of requests to the supplier's API, with its login and without pages. */
export const apiAt = (
  at: Pick<SupplierApi, 'feed'>,
  paging: (Pick<ApiPaging, 'by'> & Partial<ApiPaging>) | null = null,
  over: Partial<SourceApi> = {},
): SourceApi => ({
  login: loginAt(at),
  request: { ...USUAL_REQUEST, headers: [] },
  paging: paging && { ...USUAL_PAGING, records: 'data.items', ...paging },
  ...over,
})
