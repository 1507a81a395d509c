import type { Db } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { TyreSpecs } from '../../../prices/offer.ts'
import { tyreSpecs } from '../../../prices/tyre-catalog.ts'
import { createNotice } from '../../notifications/delivery/notices.ts'
import { CookieJar } from '../cookie-jar.ts'
import type { SavedFile, SourceFiles } from '../files.ts'
import type { RunRecord } from '../run-record.ts'
import type { Source } from '../source.ts'
import type { PageFetcher } from './fetch-page.ts'
import { judgeReading, marketPrice } from './judge.ts'
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
const MAX_FAILURES = 3
/** Number of repeated attempts after which the pages that cannot be read are left out. */
const LAST_ATTEMPT = 2

/**
 * Reads the tracked pages of a source that the run has not read yet, and writes their price list (specification 23.4). A
 * killed run goes on where it was: each page is stored as read by the run. A run that was started because of new pages
 * reads only these.
 * @throws FetchFailure if the shop cannot be read now; Refusal if no page has a price
 */
export async function collectPages(
  { db, files, fetcher }: CollectDeps,
  record: RunRecord,
  source: Source,
  signal: AbortSignal,
): Promise<SavedFile> {
  const { id: run, started_by: startedBy } = record.run
  const work = { db, fetcher, signal, run, cookies: new CookieJar(), now: () => record.now() }
  await record.step('Чтение страниц', 'Чтение страниц')
  const queue = new PageQueue(db, source.id, { run, onlyNew: startedBy === 'pages' })
  let failures = 0
  for (let page = await queue.next(); page; page = await queue.next()) {
    await record.change({ step: `Чтение страниц: осталось ${queue.left + 1}` })
    const failure = await readPage(work, page)
    if (!failure) {
      failures = 0
      // Only a page that was read counts as progress: one that stops the server must not be repeated forever.
      await record.progress(`Чтение страниц: осталось ${queue.left}`)
      continue
    }
    queue.leave(page)
    if (failure.isSlowDown) throw failure
    if (++failures < MAX_FAILURES) continue
    // In the end, what could be read is better than nothing.
    if (failure.again && record.run.attempt >= LAST_ATTEMPT && queue.hasRead) break
    throw failure
  }
  if (queue.isEmpty) throw new Refusal(400, 'Ни за одной страницей этого сайта не следят')
  await reportPages(db, record, source)
  const file = await writePageList(db, files, source.id, record.now())
  if (!file) throw new Refusal(400, 'Ни на одной странице нет цены, которую можно взять')
  return file
}

/** Pages that a run still has to read, those that failed before last. */
class PageQueue {
  readonly #left = new Set<number>()
  readonly #refill: () => Promise<PageRow[]>
  #open: PageRow[] = []
  /** whether the source has no pages */
  isEmpty = false
  /** whether the run has read a page, in this attempt or before */
  hasRead = false

  constructor(db: Db, sourceId: string, { run, onlyNew }: { run: number; onlyNew: boolean }) {
    const isUnread = ({ state, price }: PageRow) => state === 'new' || (state === 'failed' && price === null)
    this.#refill = async () => {
      const pages = await pagesOfSource(db, sourceId)
      this.isEmpty = pages.length === 0
      this.hasRead = pages.some((page) => page.read_by_run === run)
      return pages
        .filter(
          (page) => page.read_by_run !== run && !this.#left.has(page.id) && (!onlyNew || isUnread(page)),
        )
        .sort((a, b) => Number(a.state === 'failed') - Number(b.state === 'failed') || a.id - b.id)
    }
  }

  get left(): number {
    return this.#open.length
  }

  /** Leaves a page to the run's next attempt. */
  leave({ id }: PageRow): void {
    this.#left.add(id)
  }

  /** Pages that are added meanwhile are found when all others are read. */
  async next(): Promise<PageRow | undefined> {
    if (this.#open.length === 0) this.#open = await this.#refill()
    return this.#open.shift()
  }
}

/** Reading of pages by one attempt of a run. */
interface PageWork {
  db: Db
  fetcher: PageFetcher
  signal: AbortSignal
  /** id of the run */
  run: number
  cookies: CookieJar
  /** time in ms */
  now(): number
}

/** @returns the failure if the page could not be fetched and a later attempt may help, or the shop refuses it */
async function readPage(work: PageWork, page: PageRow): Promise<FetchFailure | undefined> {
  const store = (state: 'held' | 'failed' | 'gone', message: string, run = work.run) =>
    storeFailure(work.db, page, { state, message, run }, work.now())
  try {
    const why = await judgePage(work, page)
    if (why !== '') await store('held', why)
  } catch (error) {
    if (work.signal.aborted) throw error
    if (error instanceof Refusal) await store('held', error.message)
    else if (!(error instanceof FetchFailure)) throw error
    else if (error.status === 404 || error.status === 410) await store('gone', 'Страницы больше нет на сайте')
    else if (error.again) {
      await store('failed', error.message, 0)
      return error
    } else {
      await store('held', error.message)
      if (error.isDenial) return error
    }
  }
  return undefined
}

/**
 * Reads a page and stores its price.
 * @returns why the price is held back; '' if it is stored
 */
async function judgePage(work: PageWork, page: PageRow): Promise<string> {
  const { db, fetcher, signal, run, cookies } = work
  const known = page.state === 'ok' ? page : undefined
  const fetched = await fetcher.read(page.address, { signal, patienceMs: PATIENCE_MS, known, cookies })
  const now = work.now()
  if (fetched.kind === 'not modified') {
    await storeUnchanged(db, page, run, now)
    return ''
  }
  const { tyre, specs } = await tyreOf(db, page)
  const usual = page.price === null ? await marketPrice(db, tyre) : null
  const judged = judgeReading(fetched.reading, specs, page, usual)
  if (judged.kind === 'held') return judged.why
  await storePrice(db, page, { ...fetched, offer: judged.offer, run }, now)
  return ''
}

async function tyreOf(db: Db, { listing_id: listing }: PageRow): Promise<{ tyre: number; specs: TyreSpecs }> {
  const row = await db.get<{ tyre_id: number }>`SELECT tyre_id FROM listings WHERE id = ${listing}`
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
  const names = await tyreNames(db, id)
  await db.transaction(async (sql) => {
    for (const [user, theirs] of Map.groupBy(news, ({ added_by: by }) => by)) {
      const [first] = theirs
      if (user !== null && first)
        await createNotice(sql, user, 'Страницы магазинов', noticeText(site, theirs, names))
    }
    for (const page of news) await sql.run`UPDATE shop_pages SET told = 1 WHERE id = ${page.id}`
  })
}

/** Returns the names of the tyres of a source's pages, by listing. */
async function tyreNames(db: Db, sourceId: string): Promise<Map<number, string>> {
  const rows = await db.all<{ id: number; name: string }>`
    SELECT l.id, t.name FROM shop_pages p JOIN listings l ON l.id = p.listing_id
    JOIN tyres t ON t.id = l.tyre_id
    WHERE p.source_id = ${sourceId}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function noticeText(site: string, pages: readonly PageRow[], names: ReadonlyMap<number, string>): string {
  const [first] = pages as [PageRow]
  const rest = pages.length > 1 ? ` И ещё страниц: ${pages.length - 1}.` : ''
  return `${site}: цена не взята. ${names.get(first.listing_id) ?? first.address}: ${first.message}.${rest}`
}
