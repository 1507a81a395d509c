import { randomBytes } from 'node:crypto'
import type { BatchAnswer, LineDecisionBody, ModelLine } from '../../../contract/matching/match-queue.ts'
import { lockPrices } from '../../history/backfill.ts'
import { type ModelAlias, modelLine } from '../../matching/alias-book.ts'
import type { TyreDescription } from '../../matching/description.ts'
import { parseListing } from '../../matching/parse.ts'
import type { Db, ReadSql, Sql } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import { Refusal } from '../../platform/refusal.ts'
import { listingSpecs, readAliases, writeAliases } from '../../prices/listings/listing-store.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { tyreSpecs } from '../../prices/tyre-catalog.ts'
import { decidePairIn } from './decide-pairs.ts'
import { type OpenPair, openPairs } from './open-pairs.ts'

/**
 * Stores what a person decided about two model lines. Batches that decided about them before stay in the row, oldest
 * first, so that undoing the last one returns to the decision before it.
 */
async function decideAlias(sql: Sql, alias: ModelAlias, batch: string): Promise<void> {
  await writeAliases(sql, [alias])
  await sql.run`
    UPDATE model_aliases SET batch = trim(batch || ' ' || ${batch})
    WHERE family = ${alias.family} AND line_a = ${alias.lineA} AND line_b = ${alias.lineB}`
}

/** Resets the model lines about which a batch decided to the last decision that is not undone; 0 without one. */
export async function undoAliases(sql: Sql, batch: string): Promise<void> {
  const rows = await sql.all<{ family: string; line_a: string; line_b: string; batches: string }>(
    'SELECT family, line_a, line_b, batch AS batches FROM model_aliases WHERE batch LIKE ?',
    `%${batch}%`,
  )
  for (const { family, line_a, line_b, batches } of rows) {
    const others = batches.split(' ').filter((one) => one !== batch)
    await sql.run`
      UPDATE model_aliases SET decided = ${await lastDecision(sql, others)}, batch = ${others.join(' ')}
      WHERE family = ${family} AND line_a = ${line_a} AND line_b = ${line_b}`
  }
}

/** @returns 1 for 'same', -1 for 'different', 0 if all decisions are undone */
async function lastDecision(sql: Sql, batches: readonly string[]): Promise<number> {
  if (batches.length === 0) return 0
  const last = await sql.get<{ decision: string }>`
    SELECT decision FROM pair_decisions WHERE batch IN (${listOf(batches)}) AND undone = 0 ORDER BY id DESC
    LIMIT 1`
  if (!last) return 0
  return last.decision === 'same' ? 1 : -1
}

/** Undecided pair with the model lines of its sides. */
interface LinedPair extends OpenPair {
  family: string
  lineA: string
  lineB: string
  size: string
  brand: string
  /** whether the model line is all that the descriptions differ in, and no other tyre fits the listing better */
  fits: boolean
  names: { listing: string; tyre: string; site: string }
}

/** Numbers of lines and of their sizes that are displayed. */
const MAX_LINES = 200
const MAX_SIZES = 60
/** Number of pairs from which a line is worth deciding as a whole. */
const LEAST_PAIRS = 2

/**
 * Returns the pairs of different model lines that wait, those with the most pairs first (specification 21.5). Sizes that
 * differ in something else, or fit another tyre better, disagree: they stay in the queue.
 */
export async function waitingLines(sql: ReadSql): Promise<ModelLine[]> {
  const pairs = await linedPairs(sql)
  const lines = [...Map.groupBy(pairs, keyOf).values()].filter(
    (ofLine) => ofLine.filter(({ fits }) => fits).length >= LEAST_PAIRS,
  )
  return lines
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_LINES)
    .map((ofLine): ModelLine => {
      const [first] = ofLine.filter(({ fits }) => fits) as [LinedPair, ...LinedPair[]]
      const sizes = new Set(ofLine.map(({ size }) => size))
      const disagreeing = new Set(ofLine.filter(({ fits }) => !fits).map(({ size }) => size))
      return {
        family: first.family,
        brand: first.brand,
        line_a: first.lineA,
        line_b: first.lineB,
        pairs: ofLine.filter(({ fits }) => fits).length,
        sizes: [...sizes].sort().slice(0, MAX_SIZES),
        disagreeing: [...disagreeing].sort().slice(0, MAX_SIZES),
        example: first.names,
      }
    })
}

/**
 * Decides all waiting pairs of two model lines at once, the same ones without sizes that disagree, and remembers what the lines are to each other. Pairs that
 * cannot be decided are left in the queue.
 * @throws Refusal if no pair waits or can be decided; nothing is stored then
 */
export async function decideLine(db: Db, line: LineDecisionBody, userId: string): Promise<BatchAnswer> {
  const batch = randomBytes(16).toString('hex')
  const { family, decision } = line
  return db.transaction(async (sql) => {
    await lockPrices(sql)
    const [lineA, lineB] = [line.line_a, line.line_b].sort() as [string, string]
    const key = keyOf({ family, lineA, lineB })
    const pairs = (await linedPairs(sql)).filter((pair) => keyOf(pair) === key)
    if (pairs.length === 0) throw new Refusal(409, 'Эти модели уже разобраны.')
    const known = (await readAliases(sql)).find((alias) => keyOf(alias) === key)
    const deciding = decision === 'same' ? pairs.filter(({ fits }) => fits) : pairs
    if (deciding.length === 0) throw new Refusal(409, 'Эти модели уже разобраны.')
    const refusals: Refusal[] = []
    for (const { listing, tyre } of deciding) {
      await decidePairIn(sql, { listing, tyre, decision, shared: false }, { userId, batch }).catch(
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          refusals.push(error)
        },
      )
    }
    const decided = deciding.length - refusals.length
    if (decided === 0)
      throw new Refusal(
        409,
        known?.decided ? 'Об этих моделях уже решили.' : `Решить не удалось. ${refusals[0]?.message}`,
      )
    const alias = { family, lineA, lineB, sizes: known?.sizes ?? 0, decided: decision === 'same' ? 1 : -1 }
    await decideAlias(sql, alias, batch)
    return { batch, decided, refused: refusals.length }
  })
}

const keyOf = ({ family, lineA, lineB }: Pick<LinedPair, 'family' | 'lineA' | 'lineB'>): string =>
  `${family}\n${lineA}\n${lineB}`

async function linedPairs(sql: ReadSql): Promise<LinedPair[]> {
  const pairs = await openPairs(sql)
  const listings = await listingSpecs(sql, [...new Set(pairs.map(({ listing }) => listing))])
  const sites = await sql.all<{ id: number; host: string }>('SELECT id, host FROM sites')
  const hosts = new Map(sites.map(({ id, host }) => [id, host]))
  const tyres = new Map<number, TyreSpecs | undefined>()
  const described = new Map<TyreSpecs, TyreDescription>()
  const describe = (specs: TyreSpecs) => {
    const known = described.get(specs) ?? parseListing(specs)
    described.set(specs, known)
    return known
  }
  const best = new Map<number, OpenPair>()
  for (const pair of pairs) {
    const other = best.get(pair.listing)
    if (!other || pair.probability > other.probability) best.set(pair.listing, pair)
  }
  const lined: LinedPair[] = []
  for (const pair of pairs) {
    if (!tyres.has(pair.tyre)) tyres.set(pair.tyre, await tyreSpecs(sql, pair.tyre))
    const specs = tyres.get(pair.tyre)
    const listing = listings.get(pair.listing)
    if (!specs || !listing || pair.conflict !== '') continue
    const [a, b] = [describe(listing), describe(specs)]
    if (modelLine(a) === modelLine(b)) continue
    const [lineA, lineB] = [modelLine(a), modelLine(b)].sort() as [string, string]
    const { width, height, diameter } = b.size
    lined.push({
      ...pair,
      family: b.family,
      lineA,
      lineB,
      size: `${width}${height && `/${height}`} R${diameter}`,
      brand: specs.brand,
      fits: best.get(pair.listing) === pair && differInModelOnly(a, b),
      names: { listing: listing.name, tyre: specs.name, site: hosts.get(pair.site) ?? '' },
    })
  }
  return lined
}

/** Returns whether two descriptions agree in everything but the model line and what lists leave out at will. */
const differInModelOnly = (a: TyreDescription, b: TyreDescription): boolean =>
  a.runFlat === b.runFlat &&
  a.origin.join() === b.origin.join() &&
  a.equipment.join() === b.equipment.join() &&
  (a.studs === b.studs || a.studs === null || b.studs === null)
