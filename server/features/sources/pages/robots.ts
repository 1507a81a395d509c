import robotsParser from 'robots-parser'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { PRODUCT } from '../config.ts'

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
/** Time in ms for which a failure to read it is remembered. */
const FAILED_MS = 30_000
/** Maximum number of rules, and of wildcards in one; a longer one is cut, so that it forbids more. */
const MOST_LINES = 2_000
const MOST_WILDCARDS = 6
/** Maximum number of hosts whose rules are kept. */
const MOST_HOSTS = 1_000

/**
 * Robots.txt of the shops, each read at most once an hour. Without one, everything is allowed; one that cannot be read
 * because the server fails forbids everything until it can (RFC 9309).
 */
export class RobotsRules {
  readonly #fetch: (url: URL) => Promise<string>
  readonly #clock: () => number
  readonly #known = new Map<string, { rules: Promise<Robots>; until: number }>()

  /** @param fetch returns the text at a URL; throws a FetchFailure */
  constructor(fetch: (url: URL) => Promise<string>, clock: () => number = Date.now) {
    this.#fetch = fetch
    this.#clock = clock
  }

  /** @throws FetchFailure if robots.txt cannot be read */
  of({ origin }: URL): Promise<Robots> {
    const known = this.#known.get(origin)
    if (known && known.until > this.#clock()) return known.rules
    const entry = { rules: this.#rules(origin), until: this.#clock() + VALID_MS }
    // A failure is remembered, too, for a short time.
    entry.rules.catch(() => {
      entry.until = Math.min(entry.until, this.#clock() + FAILED_MS)
    })
    this.#known.delete(origin)
    this.#known.set(origin, entry)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_HOSTS && oldest !== undefined) this.#known.delete(oldest)
    return entry.rules
  }

  async #rules(origin: string): Promise<Robots> {
    return rulesOf(origin, await this.#read(new URL('/robots.txt', origin)))
  }

  async #read(url: URL): Promise<string> {
    try {
      return (await this.#fetch(url)).slice(0, LONGEST)
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      const { status, message, again, retryAfterMs } = error
      if (status >= 400 && status < 500 && status !== 429) return ''
      const words =
        status === 0 ? message : `robots.txt не читается, а без него страницы не берутся. ${message}`
      throw new FetchFailure(words, again, {
        status,
        retryAfterMs,
      })
    }
  }
}

function rulesOf(origin: string, text: string): Robots {
  const rules = parse(
    `${origin}/robots.txt`,
    text
      .split(/\r\n?|\n/)
      .slice(0, MOST_LINES)
      .map(bounded)
      .join('\n'),
  )
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

/** Cuts a rule behind its last wildcard that counts: matching many takes long. */
function bounded(line: string): string {
  const parts = line.slice(0, 2_048).split('*')
  return parts.length <= MOST_WILDCARDS + 1 ? parts.join('*') : `${parts.slice(0, MOST_WILDCARDS).join('*')}*`
}
