import type { MatchingFileQuery } from '../../../contract/matching/pairs-file.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from '../../../contract/spreadsheet/sheet-columns.ts'
import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { MAX_CELL_LENGTH, type UploadedLine } from '../../import/small-table.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { FileTable } from '../../prices/export/file-table.ts'
import type { MatchedBy } from '../../prices/listings/listing.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import type { ListingRow } from './listing-answers.ts'

/** Columns by which an imported file is read; the export has them too. */
export const PAIR_COLUMNS = {
  article: 'Наш артикул',
  site: 'Сайт',
  code: 'Код у сайта',
  name: 'Название у сайта',
  decision: 'Решение',
} as const

/** Column that tells tyres with one article, or without any, apart in an exported file. */
const TYRE_NAME_COLUMN = 'Наша шина'

export const SAME = 'та же'
export const DIFFERENT = 'другая'

interface PairRow
  extends Pick<
    ListingRow,
    'host' | 'how' | 'score' | 'since' | 'article' | 'code' | 'gtin' | 'specs' | 'excluded'
  > {
  /** article under which the import finds the tyre: that of an own listing, else of another one; '' without any */
  tyre_article: string
  /** the tyre's article as its first site writes it */
  written_article: string
  tyre_name: string
}

const HOW: Readonly<Record<MatchedBy, string>> = {
  person: 'человек',
  gtin: 'штрихкод',
  article: 'артикул',
  description: 'описание',
  own: 'сам',
}

const column = (
  label: string,
  kind: SheetColumnKind,
  cell: (row: PairRow) => Cell,
): SheetColumn<PairRow> => ({ group: '', label, kind, cell })

const nameOf = ({ specs }: PairRow): string => (JSON.parse(specs) as TyreSpecs).name

const articleCell = ({ tyre_article: article, written_article: written }: PairRow): Cell =>
  (normaliseArticle(written) === article ? written : article) || null

const COLUMNS = [
  column(PAIR_COLUMNS.article, 'text', articleCell),
  column(TYRE_NAME_COLUMN, 'text', (row) => row.tyre_name || null),
  column(PAIR_COLUMNS.site, 'text', (row) => row.host),
  column(PAIR_COLUMNS.code, 'text', (row) => row.code || row.article || null),
  column(PAIR_COLUMNS.name, 'text', nameOf),
  column('Штрихкод', 'text', (row) => row.gtin || null),
  column(PAIR_COLUMNS.decision, 'text', (row) => (row.tyre_name === '' ? null : SAME)),
  column('Сопоставил', 'text', (row) => HOW[row.how]),
  column('Уверенность, %', 'percent', (row) =>
    row.score === null ? null : Math.round(row.score * 1000) / 10,
  ),
  column('Не сравнивать', 'text', (row) => row.excluded || null),
  column('Дата', 'date', (row) => new Date(Number(row.since)).toISOString().slice(0, 10)),
]

/** Number of listings per query. */
const CHUNK = 2_000

/**
 * Returns the table of all pairs, or of the listings that no other site has (specification 21.9). Listings of the own
 * site are not repeated in the table of pairs.
 */
export function pairsTable(
  sql: Sql,
  kind: MatchingFileQuery['kind'],
  isOwnSite: IsOwnSite,
): FileTable<PairRow> {
  return { columns: COLUMNS, chunks: chunks(sql, kind, isOwnSite) }
}

async function* chunks(
  sql: Sql,
  kind: MatchingFileQuery['kind'],
  isOwnSite: IsOwnSite,
): AsyncGenerator<PairRow[]> {
  const others = 'EXISTS (SELECT 1 FROM listings o WHERE o.tyre_id = l.tyre_id AND o.site_id <> l.site_id)'
  const condition = kind === 'pairs' ? `${others} AND l.how <> 'own'` : `NOT ${others}`
  const tyre =
    kind === 'pairs'
      ? `${await articleOfTyre(sql, isOwnSite)} AS tyre_article, t.article AS written_article, t.name AS tyre_name`
      : "'' AS tyre_article, '' AS written_article, '' AS tyre_name"
  for (let last = 0; ; ) {
    const rows = await sql.all<PairRow & { id: number }>(
      `SELECT l.id, s.host, l.how, l.score, l.since, l.article, l.code, l.gtin, l.specs, l.excluded, ${tyre}
       FROM listings l JOIN sites s ON s.id = l.site_id JOIN tyres t ON t.id = l.tyre_id
       WHERE l.id > ? AND ${condition} ORDER BY l.id LIMIT ${CHUNK}`,
      last,
    )
    yield kind === 'pairs' ? rows.filter(({ host }) => !isOwnSite(host)) : rows
    if (rows.length < CHUNK) return
    last = (rows.at(-1) as { id: number }).id
  }
}

/** Returns SQL for the article of the tyre of listing `l`: that of its own listing, else that of its first one. */
async function articleOfTyre(sql: Sql, isOwnSite: IsOwnSite): Promise<string> {
  const sites = await sql.all<{ id: number; host: string }>('SELECT id, host FROM sites')
  const own = sites.filter(({ host }) => isOwnSite(host)).map(({ id }) => id)
  return `coalesce((SELECT o.article FROM listings o WHERE o.tyre_id = l.tyre_id AND o.article <> ''
    ORDER BY CASE WHEN o.site_id IN (${[0, ...own].join(', ')}) THEN 0 ELSE 1 END, o.id LIMIT 1), '')`
}

/** Line of a file of pairs, as the file writes it. */
export interface PairsFileLine {
  line: number
  article: string
  /** name of the tyre */
  tyre: string
  site: string
  code: string
  name: string
  decision: string
}

export const MAX_PAIRS = 20_000
/** Maximum length of a value in characters; longer ones are truncated to one more. */
export const MAX_VALUE_LENGTH = MAX_CELL_LENGTH

/** Table of pairs as it is read from a file. */
export const PAIRS_FILE = {
  columns: [...Object.values(PAIR_COLUMNS), TYRE_NAME_COLUMN] as const,
  most: MAX_PAIRS * 2,
}

/** Returns the pairs of a table; lines without a site are left out. */
export const pairsOf = (
  lines: readonly UploadedLine<(typeof PAIRS_FILE.columns)[number]>[],
): PairsFileLine[] =>
  lines.flatMap(({ line, cells }) => {
    const site = cells[PAIR_COLUMNS.site]
    return site === ''
      ? []
      : {
          line,
          article: cells[PAIR_COLUMNS.article],
          tyre: cells[TYRE_NAME_COLUMN],
          site,
          code: cells[PAIR_COLUMNS.code],
          name: cells[PAIR_COLUMNS.name],
          decision: cells[PAIR_COLUMNS.decision],
        }
  })
