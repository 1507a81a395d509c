import { isHeaderValue } from '../../platform/egress/http-exchange.ts'
import { FetchFailure } from '../../platform/remote/fetch-failure.ts'

/** Maximum number of hosts, of cookies of a host, and of characters that a host is sent. */
const MAX_HOSTS = 20
const MAX_COOKIES = 20
const MAX_CHARS = 3_000

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const EXPIRED = /;\s?max-age=(?:0|-\d)/i

interface Cookie {
  value: string
  /** whether it is for HTTPS alone */
  isSecure: boolean
}

/**
 * Cookies that a run's redirects have set, each for its host alone. Shops send a visitor without their cookie back to the
 * same address with one.
 */
export class CookieJar {
  readonly #hosts = new Map<string, Map<string, Cookie>>()
  /** number of changes */
  version = 0

  /** Stores the cookies of a redirect. */
  store({ host }: URL, headers: readonly string[] = []): void {
    for (const header of headers.slice(0, MAX_COOKIES)) {
      const [pair = ''] = header.split(';', 1)
      const name = pair.slice(0, Math.max(0, pair.indexOf('='))).trim()
      const value = pair.slice(pair.indexOf('=') + 1).trim()
      if (!NAME.test(name)) continue
      if (value === '' || EXPIRED.test(header)) this.#remove(host, name)
      else if (isHeaderValue(value)) this.#set(host, name, { value, isSecure: /;\s?secure\b/i.test(header) })
    }
  }

  /**
   * Returns the header for a request.
   * @param own cookies that the request sends itself; they go before those of the same name
   */
  header({ host, protocol }: URL, own = ''): string {
    const named = new Set(own.split(';').map((pair) => pair.split('=', 1)[0]?.trim()))
    const pairs = [...(this.#hosts.get(host) ?? [])]
      .filter(([name, { isSecure }]) => !named.has(name) && (!isSecure || protocol === 'https:'))
      .map(([name, { value }]) => `${name}=${value}`)
    return [own, ...pairs].filter(Boolean).join('; ')
  }

  #set(host: string, name: string, cookie: Cookie): void {
    const cookies = this.#hosts.get(host) ?? new Map<string, Cookie>()
    if (cookies.get(name)?.value === cookie.value) return
    this.version++
    cookies.delete(name)
    cookies.set(name, cookie)
    this.#hosts.delete(host)
    this.#hosts.set(host, cookies)
    while (cookies.size > MAX_COOKIES || charsOf(cookies) > MAX_CHARS) removeFirst(cookies)
    while (this.#hosts.size > MAX_HOSTS) removeFirst(this.#hosts)
  }

  #remove(host: string, name: string): void {
    if (this.#hosts.get(host)?.delete(name)) this.version++
  }
}

const charsOf = (cookies: ReadonlyMap<string, Cookie>): number =>
  [...cookies].reduce((sum, [name, { value }]) => sum + name.length + value.length, 0)

function removeFirst(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key)
    return
  }
}

export const MAX_REDIRECTS = 5

/** Redirects of one fetch, which may lead back to an address that was called already. */
export class LoopCheck {
  readonly #called = new Set<string>()
  readonly #cookies: CookieJar | undefined
  #returnsTo = ''

  constructor(first: URL, cookies: CookieJar | undefined) {
    this.#cookies = cookies
    this.#called.add(addressOf(first)).add(this.#stateOf(first))
  }

  /** @throws FetchFailure if the same call would follow again */
  check(target: URL): void {
    if (!this.#cookies) return
    if (this.#called.has(addressOf(target))) this.#returnsTo = target.host
    if (this.#called.has(this.#stateOf(target))) throw this.failure()
    this.#called.add(addressOf(target)).add(this.#stateOf(target))
  }

  /** Returns the failure of a fetch that is redirected too often. */
  failure(): FetchFailure {
    return this.#returnsTo === ''
      ? new FetchFailure(`Адрес перенаправляет больше ${MAX_REDIRECTS} раз`, true)
      : new FetchFailure(`${this.#returnsTo} перенаправляет на тот же адрес: магазин требует cookie`, false)
  }

  #stateOf = (url: URL): string => `${this.#cookies?.version ?? 0} ${addressOf(url)}`
}

const addressOf = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`
