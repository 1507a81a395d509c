import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  MAX_CITY_LENGTH,
  type PageState,
  type PagesFileAnswer,
} from '../../../../contract/pages/tracked-page.ts'
import type { Cell } from '../../../../contract/reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from '../../../../contract/spreadsheet/sheet-columns.ts'
import { normaliseArticle } from '../../../../contract/tyre/tyre-key.ts'
import { lockPrices } from '../../../history/backfill.ts'
import type { UploadedLine } from '../../../import/small-table.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, ReadSql, Sql } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { FileTable } from '../../../prices/export/file-table.ts'
import { createYields } from '../../../prices/steps.ts'
import type { User } from '../../auth/user.ts'
import {
  enterListingOfPage,
  enterPageSource,
  knownCity,
  type PageEntryDeps,
  refuseListed,
} from './page-listing.ts'
import { enterPage } from './page-store.ts'
import { type PageAddress, parsePageAddress } from './shop-addresses.ts'

/** Columns by which an imported file is read; the export has them too. */
const PAGE_COLUMNS = { article: 'Наш артикул', address: 'Адрес страницы', city: 'Город' } as const

const MAX_LINES = 20_000
/** Table of pages as it is read from a file. */
export const PAGES_FILE = { columns: Object.values(PAGE_COLUMNS), most: MAX_LINES + 1 }
export type PagesFileLine = UploadedLine<(typeof PAGES_FILE.columns)[number]>
const MAX_PROBLEMS = 1_000
/** Time in ms after which a transaction ends, so that others can write in between. One line may exceed it. */
const TURN_MS = 50

interface FileLine {
  line: number
  article: string
  address: string
  city: string
}

/** Person who imports a file, and the zone for the schedules of new sources. */
interface FileAuthor extends Pick<User, 'id' | 'role'> {
  zone: string
}

/** Maximum number of new sources that one file adds: it is a mistake, or meant to make this server call everybody. */
const MAX_SOURCES = 200

/** Line whose tyre is known. */
interface KnownLine extends PageAddress {
  line: number
  city: string
  tyre: number
}

/**
 * Tracks the pages of a table: own article; address; city, which may be missing (specification 23.6). The pages are read
 * afterwards. Lines that cannot be tracked are reported, the others hold.
 * @param addRun adds a run that reads the new pages of a source, in the transaction that tracks them
 * @throws Refusal
 */
export async function importPagesFile(
  deps: PageEntryDeps & { db: Db },
  table: readonly PagesFileLine[],
  author: FileAuthor,
  addRun: (sql: Sql, sourceId: string) => Promise<void>,
): Promise<PagesFileAnswer> {
  const lines = linesOf(table)
  const work = new FileImport(deps, author, lines.length, addRun)
  // Before anything is written: each write makes the next look-up read the catalog again.
  const known: KnownLine[] = []
  const pause = createYields()
  for (const line of lines) {
    await pause()
    const found = await work.knownLine(line)
    if (found) known.push(found)
  }
  for (let from = 0; from < known.length; ) {
    from += await work.track(known.slice(from))
    await nextTurn()
  }
  work.answer.problems.sort((a, b) => a.line - b.line)
  return work.answer
}

class FileImport {
  readonly #deps: PageEntryDeps & { db: Db }
  readonly #author: FileAuthor
  readonly #addRun: (sql: Sql, sourceId: string) => Promise<void>
  readonly #newSources = new Set<string>()
  readonly answer: PagesFileAnswer

  constructor(
    deps: PageEntryDeps & { db: Db },
    author: FileAuthor,
    lines: number,
    addRun: (sql: Sql, sourceId: string) => Promise<void>,
  ) {
    this.#deps = deps
    this.#author = author
    this.#addRun = addRun
    this.answer = { version: 1, lines, added: 0, known: 0, problems: [] }
  }

  /** Returns a line with its tyre; undefined if the line has a problem. */
  async knownLine({ line, article, address: written, city }: FileLine): Promise<KnownLine | undefined> {
    const { allowedHosts, keys } = this.#deps
    return this.#noting(line, async () => {
      if (article === '') throw new Refusal(400, 'Нет нашего артикула')
      if (written === '') throw new Refusal(400, 'Нет адреса страницы')
      if (city.length > MAX_CITY_LENGTH) throw new Refusal(400, 'Слишком длинное название города')
      const page = parsePageAddress(written, allowedHosts)
      const tyre = await keys(normaliseArticle(article))
      if (tyre === undefined) throw new Refusal(400, `Шины с артикулом ${article.slice(0, 100)} нет`)
      return { ...page, line, city, tyre }
    })
  }

  /**
   * Tracks the pages of lines in one transaction until its time is over, with the runs that read them.
   * @returns the number of lines that were handled, at least one
   */
  async track(lines: readonly KnownLine[]): Promise<number> {
    return this.#deps.db.transaction(async (sql) => {
      await lockPrices(sql)
      const end = performance.now() + TURN_MS
      let handled = 0
      const sources = new Set<string>()
      let changed = 0
      for (const line of lines) {
        if (handled > 0 && performance.now() > end) break
        handled++
        const entered = await this.#noting(line.line, () => this.#enter(sql, line))
        if (entered?.done === 'added') {
          this.answer.added++
          sources.add(entered.source)
        } else if (entered) this.answer.known++
        if (entered?.done === 'changed') changed++
      }
      for (const source of sources) await this.#addRun(sql, source)
      if (sources.size > 0) await audit(sql, 'page tracked', this.#author.id, `Файл: страниц ${handled}`)
      if (changed > 0) await audit(sql, 'page changed', this.#author.id, `Файл: страниц ${changed}`)
      return handled
    })
  }

  async #enter(
    sql: Sql,
    { site, address, tyre, city }: KnownLine,
  ): Promise<{ done: 'added' | 'changed' | 'nothing'; source: string }> {
    const { id, role, zone } = this.#author
    const { box } = this.#deps
    if (this.#newSources.size >= MAX_SOURCES && !this.#newSources.has(site)) await refuseNewSource(sql, site)
    // A file says nothing of what it would take from others.
    const person = { id, role, mayMove: false }
    await refuseListed(sql, { site, address, tyre }, person)
    const source = await enterPageSource(sql, box, { site, address, zone })
    if (source.isNew) this.#newSources.add(site)
    const listingId = await enterListingOfPage(sql, { site, address, tyre, name: '' }, person)
    const page = {
      sourceId: source.id,
      address,
      listingId,
      city: await knownCity(sql, city),
      by: id,
    }
    const { done } = await enterPage(sql, page, Date.now())
    return { done, source: source.id }
  }

  /** Notes a refusal as the problem of a line. Refusals come before anything of the line is written. */
  async #noting<T>(line: number, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.answer.problems.length < MAX_PROBLEMS) this.answer.problems.push({ line, text: error.message })
      return undefined
    }
  }
}

/** @throws Refusal if a site has no source yet */
async function refuseNewSource(sql: ReadSql, site: string): Promise<void> {
  const known = await sql.get`SELECT 1 AS found FROM sources WHERE site = ${site}`
  if (!known) throw new Refusal(400, `Больше ${MAX_SOURCES} новых сайтов в одном файле`)
}

function linesOf(table: readonly PagesFileLine[]): FileLine[] {
  const lines = table.flatMap(({ line, cells }) => {
    const address = cells[PAGE_COLUMNS.address].trim()
    const article = cells[PAGE_COLUMNS.article].trim()
    return address === '' && article === ''
      ? []
      : { line, article, address, city: cells[PAGE_COLUMNS.city].trim() }
  })
  if (lines.length > MAX_LINES) throw new Refusal(400, `В файле больше ${MAX_LINES} страниц`)
  if (lines.length === 0) {
    throw new Refusal(
      400,
      `В файле нет страниц. Нужны столбцы «${PAGE_COLUMNS.article}» и «${PAGE_COLUMNS.address}»`,
    )
  }
  return lines
}

interface ExportRow {
  id: number
  article: string
  tyre: string
  site: string
  address: string
  city: string
  state: PageState
  message: string
  price: number | null
  list_price: number | null
  stock: number | null
  read_at: number | null
  username: string | null
}

/** States in words. */
const STATE_TEXTS: Readonly<Record<PageState, string>> = {
  new: 'ещё не прочитана',
  ok: 'цена взята',
  held: 'ждёт решения',
  failed: 'не прочитана',
  gone: 'нет на сайте',
}

const column = (
  label: string,
  kind: SheetColumnKind,
  cell: (row: ExportRow) => Cell,
): SheetColumn<ExportRow> => ({
  group: '',
  label,
  kind,
  cell,
})

const COLUMNS = [
  column(PAGE_COLUMNS.article, 'text', ({ article }) => article || null),
  column('Шина', 'text', ({ tyre }) => tyre),
  column('Сайт', 'text', ({ site }) => site),
  column(PAGE_COLUMNS.address, 'text', ({ address }) => address),
  column(PAGE_COLUMNS.city, 'text', ({ city }) => city || null),
  column('Состояние', 'text', ({ state }) => STATE_TEXTS[state]),
  column('Цена', 'price', ({ price }) => price),
  column('Цена без скидки', 'price', ({ list_price: price }) => price),
  column('Остаток', 'stock', ({ stock }) => stock),
  column('Почему нет цены', 'text', ({ message }) => message || null),
  column('Кто добавил', 'text', ({ username }) => username),
  column('Прочитана', 'date', ({ read_at: at }) =>
    at === null ? null : new Date(Number(at)).toISOString().slice(0, 10),
  ),
]

const EXPORTED_AT_ONCE = 2_000

/** Returns the table of all tracked pages. */
export function pagesTable(sql: ReadSql): FileTable<ExportRow> {
  return { columns: COLUMNS, chunks: exported(sql) }
}

async function* exported(sql: ReadSql): AsyncGenerator<ExportRow[]> {
  for (let last = 0; ; ) {
    const rows = await sql.all<ExportRow>`
      SELECT p.id, t.article, t.name AS tyre, s.site, p.address, p.city, p.state, p.message, p.price, p.list_price,
        p.stock, p.read_at, u.username
      FROM shop_pages p JOIN sources s ON s.id = p.source_id JOIN listings l ON l.id = p.listing_id
      JOIN tyres t ON t.id = l.tyre_id LEFT JOIN users u ON u.id = p.added_by
      WHERE p.id > ${last} ORDER BY p.id LIMIT ${EXPORTED_AT_ONCE}`
    yield rows
    if (rows.length < EXPORTED_AT_ONCE) return
    last = (rows.at(-1) as ExportRow).id
  }
}
