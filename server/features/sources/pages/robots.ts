import robotsParser from 'robots-parser'
import { PRODUCT } from '../config.ts'
import { FetchFailure } from '../fetch.ts'

/** Rules of a shop's robots.txt for this product. */
export interface Robots {
  allows(url: URL): boolean
  /** pause in ms that it asks for between two requests; 0 if it names none */
  pauseMs: number
  /** addresses of sitemaps */
  sitemaps: string[]
}

type Parsed = {
  isAllowed(url: string, agent: string): boolean | undefined
  getCrawlDelay(agent: string): number | undefined
  getSitemaps(): string[]
}
const parse = robotsParser as unknown as (url: string, text: string) => Parsed

/** Number of characters of a robots.txt that are read (RFC 9309). */
const LONGEST = 500 * 1_024
/** Time in ms for which a robots.txt is valid. */
const VALID_MS = 60 * 60_000
/** Maximum number of sitemaps that are taken from one robots.txt. */
const MOST_SITEMAPS = 50
/** Maximum number of hosts whose rules are kept. */
const MOST_HOSTS = 1_000

/**
 * Robots.txt of the shops, each read at most once an hour. Without one, everything is allowed; one that cannot be read
 * because the server fails forbids everything until it can (RFC 9309).
 */
export class RobotsRules {
  readonly #fetch: (url: URL) => Promise<string>
  readonly #clock: () => number
  readonly #known = new Map<string, { rules: Robots; until: number }>()

  /** @param fetch returns the text at a URL; throws a FetchFailure */
  constructor(fetch: (url: URL) => Promise<string>, clock: () => number = Date.now) {
    this.#fetch = fetch
    this.#clock = clock
  }

  /** @throws FetchFailure if robots.txt cannot be read */
  async of({ origin }: URL): Promise<Robots> {
    const known = this.#known.get(origin)
    if (known && known.until > this.#clock()) return known.rules
    const rules = rulesOf(origin, await this.#read(new URL('/robots.txt', origin)))
    this.#known.delete(origin)
    this.#known.set(origin, { rules, until: this.#clock() + VALID_MS })
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_HOSTS && oldest !== undefined) this.#known.delete(oldest)
    return rules
  }

  async #read(url: URL): Promise<string> {
    try {
      return (await this.#fetch(url)).slice(0, LONGEST)
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      const { status, message, again, retryAfterMs } = error
      if (status >= 400 && status < 500 && status !== 429) return ''
      throw new FetchFailure(`robots.txt не читается, а без него страницы не берутся. ${message}`, again, {
        status,
        retryAfterMs,
      })
    }
  }
}

function rulesOf(origin: string, text: string): Robots {
  const rules = parse(`${origin}/robots.txt`, text)
  const seconds = rules.getCrawlDelay(PRODUCT) ?? 0
  return {
    allows: ({ href }) => rules.isAllowed(href, PRODUCT) ?? true,
    pauseMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0,
    sitemaps: rules
      .getSitemaps()
      .filter((address) => URL.canParse(address))
      .slice(0, MOST_SITEMAPS),
  }
}
