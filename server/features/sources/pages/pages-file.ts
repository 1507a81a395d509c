import type { PageState, PagesFileAnswer } from '../../../../contract/pages/tracked-page.ts'
import { LONGEST_CITY } from '../../../../contract/pages/tracked-page.ts'
import type { Cell } from '../../../../contract/reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from '../../../../contract/spreadsheet/sheet-columns.ts'
import { lockPrices } from '../../../history/backfill.ts'
import { readSmallTable } from '../../../import/small-table.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, ReadSql } from '../../../platform/db/db.ts'
import type { FileTable } from '../../../prices/export/file-table.ts'
import { SourceRefusal } from '../refusal.ts'
import { parsePageAddress } from './page-address.ts'
import { enterListingOfPage, type PageEntryDeps } from './page-listing.ts'
import { enterPageSource } from './page-source.ts'
import { enterPage } from './page-store.ts'

/** Columns by which an imported file is read; the export has them too. */
const PAGE_COLUMNS = { article: 'Наш артикул', address: 'Адрес страницы', city: 'Город' } as const

const MOST_LINES = 20_000
const MOST_PROBLEMS = 1_000
/** Number of lines per transaction, between which others can write. */
const CHUNK = 50

interface FileLine {
  line: number
  article: string
  address: string
  city: string
}

/** Person who imports a file, and the zone for the schedules of new sources. */
interface FileAuthor {
  id: string
  zone: string
}

/**
 * Tracks the pages of a table: own article; address; city, which may be missing (specification 23.6). The pages are read
 * afterwards. Lines that cannot be tracked are reported, the others hold.
 * @returns also the ids of the sources with new pages
 * @throws ImportError if the file cannot be read, SourceRefusal
 */
export async function importPagesFile(
  deps: PageEntryDeps & { db: Db },
  file: Uint8Array,
  author: FileAuthor,
): Promise<{ answer: PagesFileAnswer; sources: Set<string> }> {
  const lines = await readLines(file)
  const problems: PagesFileAnswer['problems'] = []
  const sources = new Set<string>()
  let [added, known] = [0, 0]
  for (let from = 0; from < lines.length; from += CHUNK) {
    for (const line of lines.slice(from, from + CHUNK)) {
      try {
        const entered = await enterLine(deps, line, author)
        if (entered.isNew) added++
        else known++
        if (entered.isNew) sources.add(entered.source)
      } catch (error) {
        if (!(error instanceof SourceRefusal)) throw error
        problems.push({ line: line.line, text: error.message })
      }
    }
  }
  await audit(deps.db, 'page tracked', author.id, `Файл: страниц ${lines.length}, новых ${added}`)
  const answer = {
    version: 1,
    lines: lines.length,
    added,
    known,
    problems: problems.slice(0, MOST_PROBLEMS),
  } as const
  return { answer, sources }
}

async function readLines(file: Uint8Array): Promise<FileLine[]> {
  const lines: FileLine[] = []
  await readSmallTable(file, MOST_LINES + 1, ({ line, cell }) => {
    const address = cell(PAGE_COLUMNS.address).trim()
    const article = cell(PAGE_COLUMNS.article).trim()
    if (address !== '' || article !== '')
      lines.push({ line, article, address, city: cell(PAGE_COLUMNS.city).trim() })
  })
  if (lines.length > MOST_LINES) throw new SourceRefusal(`В файле больше ${MOST_LINES} страниц`)
  if (lines.length === 0) {
    throw new SourceRefusal(
      `В файле нет страниц. Нужны столбцы «${PAGE_COLUMNS.article}» и «${PAGE_COLUMNS.address}»`,
    )
  }
  return lines
}

/** @throws SourceRefusal */
async function enterLine(
  deps: PageEntryDeps & { db: Db },
  { article, address: written, city }: FileLine,
  { id: userId, zone }: FileAuthor,
): Promise<{ isNew: boolean; source: string }> {
  if (article === '') throw new SourceRefusal('Нет нашего артикула')
  if (written === '') throw new SourceRefusal('Нет адреса страницы')
  if (city.length > LONGEST_CITY) throw new SourceRefusal('Слишком длинное название города')
  const { address, site } = parsePageAddress(written, deps.allowedHosts)
  const tyre = await deps.keys(article.toUpperCase().replace(/[\s.\-/]/g, ''))
  if (tyre === undefined) throw new SourceRefusal(`Шины с артикулом ${article.slice(0, 100)} нет`)
  return deps.db.transaction(async (sql) => {
    await lockPrices(sql)
    await refuseOther(sql, address, tyre)
    const { id: source } = await enterPageSource(sql, deps.box, { site, address, zone })
    const listingId = await enterListingOfPage(sql, { site, address, tyre, name: '' }, userId)
    const { isNew } = await enterPage(
      sql,
      { sourceId: source, address, listingId, city, addedBy: userId },
      Date.now(),
    )
    return { isNew, source }
  })
}

/** @throws SourceRefusal if the page is tracked for another tyre */
async function refuseOther(sql: ReadSql, address: string, tyre: number): Promise<void> {
  const other = await sql.get<{ name: string }>(
    `SELECT t.name FROM shop_pages p JOIN listings l ON l.id = p.listing_id JOIN tyres t ON t.id = l.tyre_id
     WHERE p.address = ? AND l.tyre_id <> ?`,
    address,
    tyre,
  )
  if (other) throw new SourceRefusal(`За этой страницей следят как за другой шиной: ${other.name}`, 409)
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
    const rows = await sql.all<ExportRow>(
      `SELECT p.id, t.article, t.name AS tyre, s.site, p.address, p.city, p.state, p.message, p.price, p.list_price,
         p.stock, p.read_at
       FROM shop_pages p JOIN sources s ON s.id = p.source_id JOIN listings l ON l.id = p.listing_id
       JOIN tyres t ON t.id = l.tyre_id WHERE p.id > ? ORDER BY p.id LIMIT ${EXPORTED_AT_ONCE}`,
      last,
    )
    yield rows
    if (rows.length < EXPORTED_AT_ONCE) return
    last = (rows.at(-1) as ExportRow).id
  }
}
