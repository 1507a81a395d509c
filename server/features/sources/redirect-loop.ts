import { FetchFailure } from '../../platform/remote/fetch-failure.ts'
import type { CookieJar } from './cookie-jar.ts'

export const MOST_REDIRECTS = 5

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
      ? new FetchFailure(`Адрес перенаправляет больше ${MOST_REDIRECTS} раз`, true)
      : new FetchFailure(`${this.#returnsTo} перенаправляет на тот же адрес: магазин требует cookie`, false)
  }

  #stateOf = (url: URL): string => `${this.#cookies?.version ?? 0} ${addressOf(url)}`
}

const addressOf = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search}`
