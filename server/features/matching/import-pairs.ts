import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostName } from '../../../contract/lib/host-name.ts'
import type { PairsImportAnswer } from '../../../contract/matching/pairs-file.ts'
import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { lockPrices } from '../../history/backfill.ts'
import { USUAL_LIMITS } from '../../import/limits.ts'
import { Columns, type RawCell } from '../../import/readers/columns.ts'
import { detectFormat } from '../../import/readers/detect-format.ts'
import { openPriceFile } from '../../import/readers/open.ts'
import { readRecords } from '../../import/readers/read.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { type Decider, decidePairIn, MatchingRefusal } from './decide.ts'
import { DIFFERENT, PAIR_COLUMNS, SAME } from './pairs-table.ts'

interface FilePair {
  line: number
  article: string
  site: string
  code: string
  name: string
  decision: string
}

/** Maximum number of pairs in a file. */
const MOST_PAIRS = 20_000
/** Maximum number of problems that are named. */
const MOST_PROBLEMS = 1_000

/**
 * Applies the pairs of a table: own article; site; the site's code or name of the tyre; 'та же' or 'другая' (specification
 * 21.9). Pairs that cannot be applied are reported, the others hold.
 * @throws ImportError if the file cannot be read
 */
export async function importPairs(db: Db, file: Uint8Array, decider: Decider): Promise<PairsImportAnswer> {
  const pairs = await readPairs(file)
  const problems: PairsImportAnswer['problems'] = []
  if (pairs.length > MOST_PAIRS) throw new MatchingRefusal(409, `В файле больше ${MOST_PAIRS} пар.`)
  if (pairs.length === 0) {
    const names = Object.values(PAIR_COLUMNS).map((name) => `«${name}»`)
    throw new MatchingRefusal(409, `В файле нет ни одной пары. Нужны столбцы ${names.join(', ')}.`)
  }
  let applied = 0
  await db.transaction(async (sql) => {
    await lockPrices(sql)
    for (const pair of pairs) {
      const problem = await applyPair(sql, pair, decider)
      if (problem === null) applied++
      else if (problems.length < MOST_PROBLEMS) problems.push({ line: pair.line, text: problem })
    }
  })
  return { applied, problems }
}

/** @returns why the pair could not be applied; null if it was */
async function applyPair(sql: Sql, pair: FilePair, decider: Decider): Promise<string | null> {
  const word = pair.decision.trim().toLowerCase()
  const decision =
    word === '' || word.startsWith(SAME) ? 'same' : word.startsWith(DIFFERENT) ? 'different' : null
  if (decision === null) return `Решение «${pair.decision}»: нужно «${SAME}» или «${DIFFERENT}»`
  const article = normaliseArticle(pair.article)
  if (article === '') return 'Нет нашего артикула'
  const tyre = await sql.get<{ tyre_id: number }>(
    'SELECT min(tyre_id) AS tyre_id FROM listings WHERE article = ? HAVING min(tyre_id) IS NOT NULL',
    article,
  )
  if (!tyre) return `Шины с артикулом ${pair.article} нет`
  const listing = await findListing(sql, pair)
  if (typeof listing === 'string') return listing
  if (decision === 'same' && listing.tyre_id === tyre.tyre_id && listing.how === 'person') return null
  const asked = { listing: listing.id, tyre: tyre.tyre_id, decision, shared: false } as const
  return decidePairIn(sql, asked, decider).then(
    () => null,
    (error: unknown) => {
      if (error instanceof MatchingRefusal) return error.message
      throw error
    },
  )
}

interface FoundListing {
  id: number
  tyre_id: number
  how: string
}

async function findListing(sql: Sql, { site, code, name }: FilePair): Promise<FoundListing | string> {
  const host = hostName(site).toLowerCase()
  const columns =
    'SELECT l.id, l.tyre_id, l.how FROM listings l JOIN sites s ON s.id = l.site_id WHERE s.host = ?'
  const number = normaliseArticle(code)
  const byCode =
    number === ''
      ? []
      : await sql.all<FoundListing>(`${columns} AND (l.key = ? OR l.key = ?)`, host, number, `#${number}`)
  // Names are in the JSON of the description.
  const byName =
    byCode.length > 0 || name.trim() === ''
      ? []
      : await sql.all<FoundListing>(
          `${columns} AND l.specs LIKE ? ESCAPE '!'`,
          host,
          `%"name":${likeText(name)}%`,
        )
  const found = byCode.length > 0 ? byCode : byName
  if (found.length > 1) return `На сайте ${host} таких предложений ${found.length}: укажите код`
  return found[0] ?? `На сайте ${host} нет предложения «${code || name}»`
}

const likeText = (name: string): string => JSON.stringify(name.trim()).replace(/[!%_]/g, '!$&')

async function readPairs(file: Uint8Array): Promise<FilePair[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pairs-'))
  try {
    const path = join(folder, 'pairs')
    await writeFile(path, file, { mode: 0o600 })
    const opened = await openPriceFile(path)
    const columns = new Columns()
    const pairs: FilePair[] = []
    const sink = {
      columns,
      itemColumns: new Columns(),
      record(cells: RawCell[], line: number) {
        const cell = (name: string) => (columns.has(name) ? String(cells[columns.slot(name)] ?? '') : '')
        const pair = {
          line,
          article: cell(PAIR_COLUMNS.article),
          site: cell(PAIR_COLUMNS.site),
          code: cell(PAIR_COLUMNS.code),
          name: cell(PAIR_COLUMNS.name),
          decision: cell(PAIR_COLUMNS.decision),
        }
        if (pair.site !== '' && pairs.length <= MOST_PAIRS) pairs.push(pair)
      },
      broken() {},
    }
    const format = detectFormat(opened.head, path)
    await readRecords(
      opened,
      { format, header: 1, limits: { ...USUAL_LIMITS, records: MOST_PAIRS * 2 } },
      sink,
    )
    return pairs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
