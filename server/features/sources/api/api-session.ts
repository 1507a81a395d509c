import type { ApiLogin } from '../../../../contract/sources/api.ts'
import { isHeaderValue } from '../../../platform/egress/http-exchange.ts'
import type { ResolveName } from '../../../platform/egress/public-lookup.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { isSameOrigin } from '../../../platform/remote/file-address.ts'
import { hostOf } from '../address.ts'
import { fetchShared } from '../fetch.ts'
import type { ApiRequest, Fetched, FetchLimits, FetchRequest } from '../fetch-request.ts'
import type { SourceSecrets } from '../source.ts'
import type { TimeLimit } from '../time-limit.ts'
import { answerPart, parseAnswer } from './page-answer.ts'
import { filled, placeholdersIn, type Values } from './placeholders.ts'

type Answer = Extract<Fetched, { kind: 'file' }>
const LOGIN_MEGABYTES = 1
const DENIED = new Set([400, 401, 403])

/** Requests of one run: signs in before the first one, and once more for a request that is answered with 401. */
export class ApiSession {
  readonly #request: ApiRequest
  readonly #limit: TimeLimit
  readonly #limits: FetchLimits
  readonly #resolveName: ResolveName | undefined
  readonly #secretValues: Values
  readonly #named: ReadonlySet<string>
  /** header that the login gave; undefined before it */
  #given: Record<string, string> | undefined

  constructor(request: ApiRequest, limit: TimeLimit, limits: FetchLimits, resolveName?: ResolveName) {
    this.#request = request
    this.#limit = limit
    this.#limits = limits
    this.#resolveName = resolveName
    const { login, request: asked } = request.api
    this.#named = placeholdersIn([login?.body, asked.body])
    this.#secretValues = valuesOf(request.secrets)
  }

  /**
   * Requests an address with the source's method, body and headers.
   * @param paging values of {page} and {size}
   * @param megabytes maximum size of the answer
   * @throws FetchFailure
   */
  async send(
    address: string,
    paging: Values,
    to: { path: string; expects: 'list' | 'page'; megabytes: number },
  ): Promise<Answer> {
    const { login } = this.#request.api
    if (!login) return this.#send(address, paging, to)
    const isFresh = this.#given === undefined
    this.#given ??= await this.#signIn(login)
    try {
      return await this.#send(address, paging, to)
    } catch (error) {
      if (!isUnauthorised(error)) throw error
      if (isFresh) throw notTaken(address)
    }
    this.#given = await this.#signIn(login)
    try {
      return await this.#send(address, paging, to)
    } catch (error) {
      throw isUnauthorised(error) ? notTaken(address) : error
    }
  }

  async #send(
    address: string,
    paging: Values,
    { path, expects, megabytes }: Parameters<ApiSession['send']>[2],
  ): Promise<Answer> {
    const { api, secrets } = this.#request
    const { method, headers, body } = api.request
    const values = new Map([...this.#secretValues, ...paging])
    return this.#fetch(megabytes, {
      address,
      path,
      expects,
      // With a login, name and password are for it alone.
      secrets: { headers: this.#unnamed(secrets), basic: api.login ? null : this.#basicOf(api.request.body) },
      headers: { ...Object.fromEntries(headers.map(({ name, value }) => [name, value])), ...this.#given },
      posted: method === 'GET' ? undefined : posted('json', filled(body ?? {}, values)),
      ...(method === 'POST' && { accepts: (status) => status === 201 }),
    })
  }

  /** @throws FetchFailure */
  async #signIn(login: ApiLogin): Promise<Record<string, string>> {
    const { secrets, path, address } = this.#request
    const host = hostOf(login.address)
    const pieces: Buffer[] = []
    try {
      const answer = await this.#fetch(LOGIN_MEGABYTES, {
        address: login.address,
        path,
        into: pieces,
        expects: 'text',
        secrets: {
          headers: isSameOrigin(login.address, address) ? this.#unnamed(secrets) : [],
          basic: this.#basicOf(login.body),
        },
        posted:
          login.method === 'GET'
            ? undefined
            : posted(login.type, filled(login.body ?? {}, this.#secretValues)),
        // A login for browsers answers with a cookie and the page to go to.
        accepts: (status) =>
          [201, 202, 204].includes(status) || (login.cookie !== '' && [302, 303].includes(status)),
      })
      if (login.cookie !== '') return { cookie: `${login.cookie}=${cookieIn(answer, login.cookie, host)}` }
      const token = tokenIn(parseAnswer(Buffer.concat(pieces).toString(), host), login.token)
      return { [login.header.toLowerCase()]: login.prefix === '' ? token : `${login.prefix} ${token}` }
    } catch (error) {
      throw inWords(error, host)
    }
  }

  async #fetch(megabytes: number, asked: Omit<FetchRequest, 'signal'>): Promise<Answer> {
    const limits = { ...this.#limits, fetchMegabytes: megabytes }
    const { signal, typed } = this.#request
    const request = { ...asked, signal, typed }
    const answer = await fetchShared(request, this.#limit, limits, this.#resolveName)
    if (answer.kind === 'file') return answer
    throw new FetchFailure(`Сервер ${hostOf(asked.address)} не прислал ответа`, true)
  }

  /** Returns the secret headers that no placeholder names; the others stand in bodies alone. */
  #unnamed({ headers }: SourceSecrets): SourceSecrets['headers'] {
    return headers.filter(({ name }) => !this.#named.has(`secret.${name.toLowerCase()}`))
  }

  /** Returns the name and password for Basic, unless a body has them. */
  #basicOf(body: unknown): SourceSecrets['basic'] {
    const inBody = placeholdersIn(body)
    return inBody.has('username') || inBody.has('password') ? null : this.#request.secrets.basic
  }
}

const valuesOf = ({ headers, basic }: SourceSecrets): Values =>
  new Map([
    ...headers.map(({ name, value }) => [`secret.${name.toLowerCase()}`, value] as const),
    ...(basic
      ? ([
          ['username', basic.username],
          ['password', basic.password],
        ] as const)
      : []),
  ])

const posted = (type: ApiLogin['type'], body: Record<string, unknown>): { type: string; body: string } =>
  type === 'json'
    ? { type: 'application/json', body: JSON.stringify(body) }
    : {
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(
          Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString(),
      }

const isUnauthorised = (error: unknown): boolean => error instanceof FetchFailure && error.status === 401

const notTaken = (address: string): FetchFailure =>
  new FetchFailure(`Сервер ${hostOf(address)} не принял вход: сразу после него ответил 401`, false, {
    status: 401,
  })

/** @throws FetchFailure */
function tokenIn(answer: unknown, path: string): string {
  const token = answerPart(answer, path)
  const text = typeof token === 'string' || typeof token === 'number' ? String(token) : ''
  if (!isHeaderValue(text)) throw new FetchFailure(`В ответе на вход нет ключа «${path}»`, false)
  return text
}

/** @throws FetchFailure */
function cookieIn({ cookies = [] }: Answer, name: string, host: string): string {
  const pairs = cookies.map((cookie) => cookie.split(';', 1)[0] ?? '')
  const value = pairs
    .findLast((pair) => pair.slice(0, pair.indexOf('=')).trim() === name)
    ?.slice(name.length + 1)
  if (value === undefined || !isHeaderValue(value)) {
    throw new FetchFailure(`Сервер ${host} не принял вход: он не прислал cookie «${name}»`, false)
  }
  return value
}

function inWords(error: unknown, host: string): unknown {
  if (!(error instanceof FetchFailure)) return error
  const { status, message } = error
  return error.inWords(
    DENIED.has(status)
      ? `Вход не удался: сервер ${host} не принял имя, пароль или ключи (ответ ${status})`
      : `Вход не удался. ${message}`,
  )
}
