import { isoToday } from '../../contract/lib/dates.ts'
import { getOrAdd } from '../../contract/lib/get-or-add.ts'
import { normaliseArticle } from '../../contract/tyre/tyre-key.ts'
import { parseBrand } from '../matching/brands.ts'
import type { ReadSql } from '../platform/db/db.ts'
import { articleCore } from './listings/listing.ts'
import { createYields } from './steps.ts'
import { tyresAfter } from './tyre-catalog.ts'
import { untilNextImport } from './until-next-import.ts'
import { priceVersion } from './versions.ts'

/** Price of the list, as its file writes it. */
export interface RecommendedRow {
  article: string
  /** '' if the file names none */
  brand: string
  kopecks: number
  /** first day on which the price is valid, YYYY-MM-DD; '' if the file names none */
  from: string
}

type Tuple = [article: string, brand: string, kopecks: number, from: string]

/** Number of rows in one row of the table recommended_rows. */
export const ROWS_PER_PART = 500

/** Encodes the rows of a list for the column recommended_rows.prices, as JSON lists of tuples. */
export function* encodeRecommended(rows: readonly RecommendedRow[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_PER_PART) {
    const part = rows.slice(at, at + ROWS_PER_PART)
    yield JSON.stringify(
      part.map(({ article, brand, kopecks, from }): Tuple => [article, brand, kopecks, from]),
    )
  }
}

/** Returns the rows of a stored list in the order of its file. */
export async function recommendedRows(sql: ReadSql, content: string): Promise<RecommendedRow[]> {
  const parts = await sql.all<{ prices: string }>`
    SELECT prices FROM recommended_rows WHERE content = ${content} ORDER BY place`
  return decodeRecommended(parts.map(({ prices }) => prices))
}

/** Decodes the parts of encodeRecommended, yielding to other requests. */
export async function decodeRecommended(parts: readonly string[]): Promise<RecommendedRow[]> {
  const pause = createYields()
  const rows: RecommendedRow[] = []
  for (const part of parts) {
    for (const [article, brand, kopecks, from] of JSON.parse(part) as Tuple[])
      rows.push({ article, brand, kopecks, from })
    await pause()
  }
  return rows
}

/** Returns the present list; id 0 and no rows before the first one. */
export async function storedList(sql: ReadSql): Promise<{ id: number; rows: RecommendedRow[] }> {
  const list = await sql.get<{ id: number; content: string }>(
    'SELECT id, content FROM recommended_lists ORDER BY id DESC LIMIT 1',
  )
  return list ? { id: list.id, rows: await recommendedRows(sql, list.content) } : { id: 0, rows: [] }
}

/** Returns whether the present list has any price. */
export async function hasRecommended(sql: ReadSql): Promise<boolean> {
  const list = await sql.get<{ prices: number }>(
    'SELECT prices FROM recommended_lists ORDER BY id DESC LIMIT 1',
  )
  return list !== undefined && list.prices > 0
}

/** Catalog by the articles of its listings. */
export interface ArticleBook {
  /** returns the tyres of a row; none if there are none, or if an article without a brand is of several brands */
  tyresOf(row: Pick<RecommendedRow, 'article' | 'brand'>): readonly number[]
  /** returns the family of a row's brand; for a row without a brand, that of its tyre, or '' */
  familyOf(row: Pick<RecommendedRow, 'article' | 'brand'>): string
}

interface NumberedTyre {
  id: number
  family: string
}

/** Loads all listings' articles; searches by article and family, then by other notations (specification 26.2). */
export async function loadArticles(sql: ReadSql): Promise<ArticleBook> {
  const pause = createYields()
  const exact = new Map<string, NumberedTyre[]>()
  const families = new Map<number, string>()
  const add = (article: string, id: number) => {
    if (article === '') return
    const found = getOrAdd(exact, article, (): NumberedTyre[] => [])
    if (!found.some((tyre) => tyre.id === id)) found.push({ id, family: families.get(id) ?? '' })
  }
  for (let last = 0, read = READ_AT_ONCE; read === READ_AT_ONCE; await pause()) {
    const tyres = await tyresAfter(sql, last, READ_AT_ONCE)
    for (const { id, specs } of tyres) {
      families.set(id, parseBrand(specs.brand).family)
      last = id
    }
    read = tyres.length
  }
  for (let last = 0, read = READ_AT_ONCE; read === READ_AT_ONCE; await pause()) {
    const listings = await sql.all<{ id: number; tyre_id: number; article: string }>`
      SELECT id, tyre_id, article FROM listings WHERE id > ${last} ORDER BY id LIMIT ${READ_AT_ONCE}`
    for (const { id, tyre_id: tyre, article } of listings) {
      add(article, tyre)
      last = id
    }
    read = listings.length
  }
  const byCore = new Map<string, Map<number, string>>()
  let number = 0
  for (const [article, tyres] of exact) {
    const found = getOrAdd(byCore, articleCore(article), () => new Map<number, string>())
    for (const { id, family } of tyres) found.set(id, family)
    if (++number % READ_AT_ONCE === 0) await pause()
  }
  const tyresOf: ArticleBook['tyresOf'] = ({ article, brand }) => {
    const normalised = normaliseArticle(article)
    const family = brand === '' ? '' : parseBrand(brand).family
    const found = ofOneBrand(exact.get(normalised) ?? [], family)
    if (found.length > 0 || family === '') return found
    const others = [...(byCore.get(articleCore(normalised)) ?? [])].filter(([, other]) => other === family)
    return others.length === 1 ? others.map(([id]) => id) : []
  }
  return {
    tyresOf,
    familyOf: (row) =>
      row.brand === '' ? (families.get(tyresOf(row)[0] ?? 0) ?? '') : parseBrand(row.brand).family,
  }
}

/** Number of rows read between yields to other requests. */
const READ_AT_ONCE = 1_000

function ofOneBrand(tyres: readonly NumberedTyre[], family: string): readonly number[] {
  if (family !== '') return tyres.filter((tyre) => tyre.family === family).map(({ id }) => id)
  return tyres.every((tyre) => tyre.family === tyres[0]?.family) ? tyres.map(({ id }) => id) : []
}

/** Prices of a tyre in kopecks, in the order of the days from which they are valid. */
type DatedPrices = { from: string; kopecks: number }[]

async function loadPrices(sql: ReadSql): Promise<ReadonlyMap<number, DatedPrices>> {
  const prices = new Map<number, DatedPrices>()
  const { rows } = await storedList(sql)
  if (rows.length === 0) return prices
  const { tyresOf } = await loadArticles(sql)
  const pause = createYields()
  for (const [at, row] of rows.entries()) {
    for (const tyre of tyresOf(row)) getOrAdd(prices, tyre, (): DatedPrices => []).push(row)
    if (at % READ_AT_ONCE === 0) await pause()
  }
  for (const ofTyre of prices.values())
    ofTyre.sort((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))
  return prices
}

/** Reads a version that changes with the list and with the catalog; undefined before the first list. */
export async function recommendedVersion(sql: ReadSql): Promise<string | undefined> {
  const list = await sql.version('SELECT id AS version FROM recommended_lists ORDER BY id DESC LIMIT 1')
  return list === undefined ? undefined : `${list} ${await priceVersion(sql)}`
}

/** Caches of the list's prices by database: each of them is read anew once the list or the catalog has changed. */
const caches = new WeakMap<ReadSql, () => Promise<ReadonlyMap<number, DatedPrices>>>()

/** Returns each tyre's recommended retail price in roubles, by id, as valid on a day (specification 26.2). */
export async function recommendedByTyre(
  sql: ReadSql,
  day: string = isoToday(),
): Promise<ReadonlyMap<number, number>> {
  const cached = getOrAdd(caches, sql, () => untilNextImport(sql, loadPrices, recommendedVersion))
  const valid = new Map<number, number>()
  for (const [tyre, prices] of await cached()) {
    const price = prices.findLast(({ from }) => from <= day)
    if (price) valid.set(tyre, price.kopecks / 100)
  }
  return valid
}
