import { readFile } from 'node:fs/promises'
import type { PageReading } from '../../../pages/read-page.ts'
import { type AllowedHosts, allowedFor, isAllowed } from '../../../platform/egress/allowed-hosts.ts'
import type { ResolveName } from '../../../platform/egress/public-lookup.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { CookieJar } from '../cookie-jar.ts'
import { fetchFile } from '../fetch.ts'
import type { FetchLimits, FetchRequest } from '../fetch-request.ts'
import type { SourceFiles } from '../files.ts'
import { NO_SECRETS, type SourceSecrets } from '../source.ts'
import type { PageFile, SitemapFile } from './page-files.ts'
import { type PageTurns, SHORTEST_PAUSE_MS } from './page-turns.ts'
import { type Robots, type RobotsRequest, RobotsRules } from './robots.ts'

const ANSWERS: Readonly<Record<number, string>> = {
  401: 'Сайт показывает эту страницу только после входа',
  403: 'Сайт не показывает эту страницу программам',
  404: 'Такой страницы на сайте нет',
  410: 'Этой страницы на сайте больше нет',
  451: 'Сайт не показывает эту страницу',
}

/** Returns a failure in words about pages, where those about files would puzzle a person. */
function inWords(error: unknown): unknown {
  if (!(error instanceof FetchFailure)) return error
  const { status, message } = error
  const words = ANSWERS[status]
  return error.inWords(
    words === undefined
      ? message.replace(/^Файл (больше|пришёл|повреждён)/, 'Страница: файл $1')
      : `${words} (ответ ${status})`,
  )
}

/** Returns a request's cookie as a header, which goes to the origin of its first address alone. */
const cookieOf = (cookie: string): SourceSecrets =>
  cookie === '' ? NO_SECRETS : { ...NO_SECRETS, headers: [{ name: 'Cookie', value: cookie }] }

/** Largest page in MiB. */
const PAGE_MEGABYTES = 10
/** Time limit in s for a page, with its redirects and the wait for other requests to its host. */
const PAGE_SECONDS = 60
/** Longest pause in ms between two pages that a run can wait for. */
const MAX_PAUSE_MS = 600_000

/** Readers of fetched files outside of the main thread. */
export interface PageReaders {
  /**
   * reads a page's file;
   * @throws Refusal, FetchFailure if it takes too long
   */
  readPage(page: PageFile, signal: AbortSignal): Promise<PageReading>
  /**
   * reads a sitemap's file;
   * @throws Refusal
   */
  readSitemap(path: string, signal: AbortSignal): Promise<SitemapFile>
  /**
   * reads a robots.txt;
   * @throws FetchFailure if it takes too long
   */
  readRobots(request: RobotsRequest): Promise<Robots>
}

export interface PageFetcherDeps extends PageReaders {
  files: SourceFiles
  limits: FetchLimits
  turns: PageTurns
  /** replacement of the DNS look-up in tests */
  resolveName?: ResolveName | undefined
  clock?: () => number
}

/** Validators of a page's last reading; '' for a missing one. */
export interface Validators {
  etag: string
  modified: string
}

export type PageAnswer = { kind: 'not modified' } | ({ kind: 'page'; reading: PageReading } & Validators)

/** How a page is asked for. */
export interface PageFetchOptions {
  /** addresses that a person has typed, by default the page's own; the others were found at the shop */
  typed?: readonly string[]
  signal: AbortSignal
  /** time in ms to wait for the host's turn */
  patienceMs: number
  known?: Validators | undefined
  /** whether a person is to see the page */
  previews?: boolean
  /** whether its links are wanted */
  follows?: boolean
  /** cookie that chooses the city; '' for none */
  cookie?: string
  /** pause in ms after the request, at least a second */
  pauseMs?: number
  /** cookies of the run's redirects; by default those of this page alone */
  cookies?: CookieJar
}

/**
 * Fetches and reads shops' pages as specification 23.4 demands: by robots.txt, one request at a time and host, with the
 * checks of a source's address.
 */
export class PageFetcher {
  readonly #deps: PageFetcherDeps
  readonly #limits: FetchLimits
  readonly #robots: RobotsRules

  constructor(deps: PageFetcherDeps) {
    this.#deps = deps
    const fetchSeconds = Math.min(deps.limits.fetchSeconds, PAGE_SECONDS)
    this.#limits = { ...deps.limits, fetchMegabytes: PAGE_MEGABYTES, fetchSeconds, fetchMinKilobytes: 0 }
    this.#robots = new RobotsRules((url, isTyped) => this.#text(url, isTyped), deps.readRobots, deps.clock)
  }

  /** @throws FetchFailure, Refusal for a page that cannot be read */
  async read(address: string, manner: PageFetchOptions): Promise<PageAnswer> {
    const { signal, typed, patienceMs, known, previews = false, follows = false } = manner
    const { cookie = '', pauseMs, cookies } = manner
    const conditions = known && (known.etag || known.modified) ? known : undefined
    return this.#fetched(
      { address, typed, signal, expects: 'page', known: conditions, secrets: cookieOf(cookie), cookies },
      { patienceMs, pauseMs },
      true,
      async (path, fetched) => {
        if (fetched.kind === 'not modified') return fetched
        const reading = await this.#deps.readPage(
          { path, contentType: fetched.contentType, previews, linksFrom: follows ? address : '' },
          signal,
        )
        return { kind: 'page', reading, etag: fetched.etag, modified: fetched.modified }
      },
    )
  }

  /** @throws FetchFailure, Refusal */
  async sitemap(
    address: string,
    { signal, typed, patienceMs, pauseMs, cookies }: PageFetchOptions,
  ): Promise<SitemapFile> {
    return this.#fetched(
      { address, typed, signal, expects: 'text', cookies },
      { patienceMs, pauseMs },
      true,
      (path) => this.#deps.readSitemap(path, signal),
    )
  }

  /**
   * Returns what a shop's robots.txt says of an address that a person has typed.
   * @throws FetchFailure
   */
  robots(address: string): Promise<Robots> {
    return this.#rulesOf(new URL(address), allowedFor([address], this.#limits.allowedHosts))
  }

  #rulesOf(url: URL, allowedHosts: AllowedHosts): Promise<Robots> {
    return this.#robots.of(url, isAllowed(url, allowedHosts))
  }

  async #text({ href }: URL, isTyped: boolean): Promise<string> {
    // Several readers may wait for it; the time limit of a fetch ends it.
    const { signal } = new AbortController()
    return this.#fetched(
      { address: href, typed: isTyped ? [href] : [], signal, expects: 'text' },
      { patienceMs: PAGE_SECONDS * 1_000 },
      false,
      (path) => readFile(path, 'utf8'),
    )
  }

  async #fetched<T>(
    request: Omit<FetchRequest, 'path' | 'secrets' | 'before'> & { secrets?: SourceSecrets },
    { patienceMs, pauseMs = SHORTEST_PAUSE_MS }: { patienceMs: number; pauseMs?: number | undefined },
    byRules: boolean,
    use: (path: string, fetched: Awaited<ReturnType<typeof fetchFile>>) => Promise<T>,
  ): Promise<T> {
    const { files, turns, resolveName } = this.#deps
    const name = files.newName()
    const path = files.path(name)
    const before = async (url: URL, allowedHosts: AllowedHosts) => {
      const asked = byRules ? await this.#admitted(url, allowedHosts) : 0
      const { signal } = request
      return turns.next({
        host: url.host,
        pauseMs: Math.max(asked, pauseMs, SHORTEST_PAUSE_MS),
        patienceMs,
        signal,
      })
    }
    try {
      const fetched = await fetchFile(
        { secrets: NO_SECRETS, ...request, cookies: request.cookies ?? new CookieJar(), path, before },
        this.#limits,
        resolveName,
      )
      return await use(path, fetched)
    } catch (error) {
      throw inWords(error)
    } finally {
      await files.remove(name)
    }
  }

  /**
   * Returns the pause in ms that robots.txt asks for.
   * @throws FetchFailure if it forbids the page
   */
  async #admitted(url: URL, allowedHosts: AllowedHosts): Promise<number> {
    const rules = await this.#rulesOf(url, allowedHosts)
    if (!rules.isAllowed) {
      throw new FetchFailure(
        `Сайт ${url.host} не разрешает программам читать эту страницу (robots.txt)`,
        false,
      )
    }
    if (rules.pauseMs > MAX_PAUSE_MS) {
      throw new FetchFailure(
        `Сайт ${url.host} просит читать его реже, чем раз в десять минут (robots.txt)`,
        false,
      )
    }
    return rules.pauseMs
  }
}
