import robotsParser from 'robots-parser'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { PRODUCT } from '../config.ts'

/** Text of a shop's robots.txt, and the address for which it is asked. */
export interface RobotsRequest {
  text: string
  address: string
}

/** Answer of a shop's robots.txt to this product about an address. */
export interface Robots {
  isAllowed: boolean
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
const MAX_SITEMAPS = 50
/** Time in ms for which a failure to read it is remembered. */
const FAILED_MS = 30_000
/** Maximum number of rules, and of wildcards in one; a longer one is cut, so that it forbids more. */
const MAX_LINES = 2_000
const MAX_WILDCARDS = 6
/** Maximum size of the cached rules in bytes. */
const MAX_BYTES = 8 * 2 ** 20
/** Memory in bytes of a character in a string of two bytes each, and of a site. */
const CHARACTER = 2
const SITE = 1_000

interface Known {
  text: Promise<string>
  until: number
  bytes: number
}

/**
 * Robots.txt of the shops, each read at most once an hour. Without one, everything is allowed; one that cannot be read
 * because the server fails forbids everything until it can (RFC 9309).
 */
export class RobotsRules {
  readonly #fetch: (url: URL, isTyped: boolean) => Promise<string>
  readonly #read: (request: RobotsRequest) => Promise<Robots>
  readonly #clock: () => number
  readonly #known = new Map<string, Known>()

  /**
   * @param fetch returns the text at a URL, inside only if a person has typed its host; throws a FetchFailure
   * @param read reads a robots.txt outside of the main thread
   */
  constructor(
    fetch: (url: URL, isTyped: boolean) => Promise<string>,
    read: (request: RobotsRequest) => Promise<Robots>,
    clock: () => number = Date.now,
  ) {
    this.#fetch = fetch
    this.#read = read
    this.#clock = clock
  }

  /**
   * @param isTyped whether a person has typed this host, which may be inside
   * @throws FetchFailure if robots.txt cannot be read
   */
  async of({ origin, href }: URL, isTyped = false): Promise<Robots> {
    return this.#read({ text: await this.#textOf(origin, isTyped), address: href })
  }

  #textOf(origin: string, isTyped: boolean): Promise<string> {
    const key = `${origin} ${isTyped}`
    const known = this.#known.get(key)
    if (known && known.until > this.#clock()) return known.text
    const text = this.#fetched(new URL('/robots.txt', origin), isTyped)
    const entry: Known = { text, until: this.#clock() + VALID_MS, bytes: SITE }
    text.then(
      ({ length }) => {
        entry.bytes = SITE + CHARACTER * length
        this.#bound()
      },
      () => {
        // A failure is remembered, too, for a short time.
        entry.until = Math.min(entry.until, this.#clock() + FAILED_MS)
      },
    )
    this.#known.delete(key)
    this.#known.set(key, entry)
    this.#bound()
    return text
  }

  /** Removes the oldest texts above the limit. */
  #bound(): void {
    let bytes = 0
    for (const known of this.#known.values()) bytes += known.bytes
    for (const [key, known] of this.#known) {
      if (bytes <= MAX_BYTES) return
      bytes -= known.bytes
      this.#known.delete(key)
    }
  }

  async #fetched(url: URL, isTyped: boolean): Promise<string> {
    try {
      return bounded((await this.#fetch(url, isTyped)).slice(0, LONGEST))
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      const { status, message } = error
      if (status >= 400 && status < 500 && status !== 429) return ''
      throw status === 0
        ? error
        : error.inWords(`robots.txt не читается, а без него страницы не берутся. ${message}`)
    }
  }
}

/** Reads a robots.txt: matching its rules with an address may take long. */
export function readRobots({ text, address }: RobotsRequest): Robots {
  const rules = parse(new URL('/robots.txt', address).href, text)
  const seconds = rules.getCrawlDelay(PRODUCT) ?? 0
  return {
    isAllowed: rules.isAllowed(address, PRODUCT) ?? true,
    pauseMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0,
    sitemaps: rules
      .getSitemaps()
      .filter((address) => URL.canParse(address))
      .slice(0, MAX_SITEMAPS),
  }
}

/** Returns the rules that are read, in a string of its own that does not keep the whole answer in memory. */
const bounded = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .slice(0, MAX_LINES)
    .map(boundedRule)
    .join('\n')

/** Cuts a rule behind its last wildcard that counts: matching many takes long. */
function boundedRule(line: string): string {
  const parts = line.slice(0, 2_048).split('*')
  return parts.length <= MAX_WILDCARDS + 1 ? parts.join('*') : `${parts.slice(0, MAX_WILDCARDS).join('*')}*`
}
