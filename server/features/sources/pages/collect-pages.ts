import type { Db } from '../../../platform/db/db.ts'
import type { TyreSpecs } from '../../../prices/offer.ts'
import { tyreSpecs } from '../../../prices/tyre-catalog.ts'
import { createNotice } from '../../notifications/delivery/notices.ts'
import { FetchFailure } from '../fetch.ts'
import type { SavedFile, SourceFiles } from '../files.ts'
import { SourceRefusal } from '../refusal.ts'
import type { RunRecord } from '../run-record.ts'
import type { Source } from '../source.ts'
import type { PageFetcher } from './fetch-page.ts'
import { judgeReading } from './judge.ts'
import { marketPrice } from './market-price.ts'
import { writePageList } from './page-list.ts'
import { type PageRow, pagesOfSource, storeFailure, storePrice, storeUnchanged } from './page-store.ts'

export interface CollectDeps {
  db: Db
  files: SourceFiles
  fetcher: PageFetcher
}

/** Time in ms to wait for a shop's turn during a run. */
const PATIENCE_MS = 10 * 60_000
/** Number of pages in a row whose failure ends the attempt: the shop is not reachable, or does not want to be read. */
const MOST_FAILURES = 3

/**
 * Reads the tracked pages of a source that the run has not read yet, and writes their price list (specification 23.4). A
 * killed run goes on where it was: each page is stored as read by the run. A run that was started because of new pages
 * reads only these.
 * @throws FetchFailure if the shop cannot be read now; SourceRefusal if no page has a price
 */
export async function collectPages(
  { db, files, fetcher }: CollectDeps,
  record: RunRecord,
  source: Source,
  signal: AbortSignal,
): Promise<SavedFile> {
  const { id: run, started_by: startedBy } = record.run
  const work = new PageWork({ db, fetcher, signal, now: () => record.now() }, run)
  await record.step('Чтение страниц', 'Чтение страниц')
  for (let failures = 0; ; ) {
    const pages = await pagesOfSource(db, source.id)
    if (pages.length === 0) throw new SourceRefusal('Ни за одной страницей этого сайта не следят')
    const isOpen = ({ id, state, read_by_run: readBy }: PageRow) =>
      readBy !== run && !work.failed.has(id) && (startedBy !== 'pages' || state === 'new')
    const open = pages.filter(isOpen)
    const [page] = open
    if (!page) break
    await record.progress(`Чтение страниц: осталось ${open.length}`)
    const failure = await work.read(page)
    failures = failure ? failures + 1 : 0
    if (failure && (failures === MOST_FAILURES || isSlowDown(failure))) throw failure
  }
  await reportPages(db, record, source)
  const file = await writePageList(db, files, source.id, record.now())
  if (!file) throw new SourceRefusal('Ни на одной странице нет цены, которую можно взять')
  return file
}

/** Answers by which a shop asks to be called less. */
const isSlowDown = ({ status }: FetchFailure): boolean => status === 429 || status === 503

interface WorkDeps {
  db: Db
  fetcher: PageFetcher
  signal: AbortSignal
  /** time in ms */
  now(): number
}

/** Reading of pages by one attempt of a run. */
class PageWork {
  readonly #deps: WorkDeps
  readonly #run: number
  /** ids of the pages that could not be fetched; the run's next attempt reads them again */
  readonly failed = new Set<number>()

  constructor(deps: WorkDeps, run: number) {
    this.#deps = deps
    this.#run = run
  }

  /** @returns the failure if the page could not be fetched and a later attempt may help */
  async read(page: PageRow): Promise<FetchFailure | undefined> {
    const { signal } = this.#deps
    try {
      await this.#judge(page)
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof SourceRefusal) await this.#store(page, 'held', error.message)
      else if (!(error instanceof FetchFailure)) throw error
      else if (error.status === 404 || error.status === 410)
        await this.#store(page, 'gone', 'Страницы больше нет на сайте')
      else if (!error.again) await this.#store(page, 'held', error.message)
      else {
        this.failed.add(page.id)
        await this.#store(page, 'failed', error.message, 0)
        return error
      }
    }
    return undefined
  }

  async #judge(page: PageRow): Promise<void> {
    const { db, fetcher, signal } = this.#deps
    const known = page.state === 'ok' ? page : undefined
    const fetched = await fetcher.read(page.address, { signal, patienceMs: PATIENCE_MS, known })
    const now = this.#deps.now()
    if (fetched.kind === 'not modified') return storeUnchanged(db, page.id, this.#run, now)
    const { tyre, specs } = await tyreOf(db, page)
    const usual = page.price === null ? await marketPrice(db, tyre) : null
    const judged = judgeReading(fetched.reading, specs, page, usual)
    if (judged.kind === 'held') return this.#store(page, 'held', judged.why)
    return storePrice(db, page.id, { ...fetched, offer: judged.offer, run: this.#run }, now)
  }

  #store(
    { id }: PageRow,
    state: 'held' | 'failed' | 'gone',
    message: string,
    run = this.#run,
  ): Promise<void> {
    return storeFailure(this.#deps.db, id, { state, message, run }, this.#deps.now())
  }
}

async function tyreOf(db: Db, { listing_id: listing }: PageRow): Promise<{ tyre: number; specs: TyreSpecs }> {
  const row = await db.get<{ tyre_id: number }>('SELECT tyre_id FROM listings WHERE id = ?', listing)
  const tyre = row?.tyre_id ?? 0
  return { tyre, specs: (await tyreSpecs(db, tyre)) as TyreSpecs }
}

/** Writes what became of the pages to the log, and tells the people who added them which prices were not taken. */
async function reportPages(db: Db, record: RunRecord, { id, site }: Source): Promise<void> {
  const pages = await pagesOfSource(db, id)
  const parts: [string, PageRow['state']][] = [
    ['с ценой', 'ok'],
    ['ждут решения', 'held'],
    ['не прочитано', 'failed'],
    ['нет на сайте', 'gone'],
  ]
  const counts = parts
    .map(([what, state]) => [what, pages.filter((page) => page.state === state).length] as const)
    .filter(([, count]) => count > 0)
  record.say(`Страниц ${pages.length}: ${counts.map(([what, count]) => `${what} ${count}`).join(', ')}`)
  const news = pages.filter(({ state, told }) => told === 0 && (state === 'held' || state === 'gone'))
  await db.transaction(async (sql) => {
    for (const [user, theirs] of Map.groupBy(news, ({ added_by: by }) => by)) {
      const [first] = theirs
      if (user !== null && first)
        await createNotice(sql, user, 'Страницы магазинов', noticeText(site, theirs))
    }
    for (const page of news) await sql.run('UPDATE shop_pages SET told = 1 WHERE id = ?', page.id)
  })
}

function noticeText(site: string, pages: readonly PageRow[]): string {
  const [first] = pages as [PageRow]
  const rest = pages.length > 1 ? ` И ещё цен: ${pages.length - 1}.` : ''
  return `${site}: цена не взята. ${first.name || first.address}: ${first.message}.${rest}`
}
