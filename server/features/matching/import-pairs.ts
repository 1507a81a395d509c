import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PairsImportAnswer } from '../../../contract/matching/pairs-file.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import { lockPrices } from '../../history/backfill.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Decider, decidePairIn, type PairDecision } from './decide-pairs.ts'
import { type FoundPair, findPairs } from './find-pairs.ts'
import { MAX_PAIRS, PAIR_COLUMNS, type PairsFileLine } from './pairs-table.ts'

type Problem = PairsImportAnswer['problems'][number]

const MAX_PROBLEMS = 1_000
/** Number of lines that are compared with the stored decisions at once. */
const CHUNK = 200
/** Time in ms after which a transaction ends, so that others can write in between. One decision may exceed it. */
const TURN_MS = 50

/**
 * Applies the pairs of a file: own article; site; the site's code or name of the tyre; 'та же' or 'другая' (specification
 * 21.9). Pairs that cannot be applied are reported, the others hold. Lines are decided in many short transactions: an
 * import that fails in between can be repeated.
 * @throws Refusal for no pairs, and for too many
 */
export async function importPairs(
  db: Db,
  pairs: readonly PairsFileLine[],
  isOwnSite: IsOwnSite,
  decider: Decider,
): Promise<PairsImportAnswer> {
  if (pairs.length > MAX_PAIRS) throw new Refusal(409, `В файле больше ${MAX_PAIRS} пар.`)
  if (pairs.length === 0) {
    const names = Object.values(PAIR_COLUMNS).map((name) => `«${name}»`)
    throw new Refusal(409, `В файле нет ни одной пары. Нужны столбцы ${names.join(', ')}.`)
  }
  const { found, problems } = await findPairs(db, isOwnSite, pairs)
  let [applied, already] = [0, 0]
  for (let from = 0; from < found.length; from += CHUNK) {
    const chunk = found.slice(from, from + CHUNK)
    const standing = await standingOf(db, chunk)
    const open = chunk.filter((pair) => !standing(pair).isSettled)
    already += chunk.length - open.length
    for (let at = 0; at < open.length; ) {
      const done = await decideSome(db, open.slice(at), decider)
      at += done.lines
      applied += done.applied
      problems.push(...done.problems)
      already += done.lines - done.applied - done.problems.length
      await nextTurn()
    }
    await nextTurn()
  }
  problems.sort((a, b) => a.line - b.line)
  const batch = applied > 0 ? { batch: decider.batch } : {}
  return { applied, already, ...batch, problems: problems.slice(0, MAX_PROBLEMS) }
}

interface Done {
  /** number of lines that were handled, from the first */
  lines: number
  applied: number
  problems: Problem[]
}

/** Decides lines in one transaction until its time is over, at least one. */
async function decideSome(db: Db, pairs: readonly FoundPair[], decider: Decider): Promise<Done> {
  return db.transaction(async (sql) => {
    await lockPrices(sql)
    const end = performance.now() + TURN_MS
    const done: Done = { lines: 0, applied: 0, problems: [] }
    for (const pair of pairs) {
      if (done.lines > 0 && performance.now() > end) break
      done.lines++
      // Read for each line: the line before it may have moved the listing or the tyre.
      const { tyre, isSettled } = (await standingOf(sql, [pair]))(pair)
      if (isSettled) continue
      const { line, listing, decision } = pair
      const text = await refusalOf(decidePairIn(sql, { listing, tyre, decision, shared: false }, decider))
      if (text === null) done.applied++
      else done.problems.push({ line, text })
    }
    return done
  })
}

/** @returns why the decision was refused; null if it was not */
const refusalOf = (decision: Promise<unknown>): Promise<string | null> =>
  decision.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.message
      throw error
    },
  )

/** State of a pair in the database. */
interface Standing {
  /** id of the tyre that the line means; 0 if it was removed */
  tyre: number
  /** whether it is already as the line says */
  isSettled: boolean
}

async function standingOf(sql: Sql, pairs: readonly FoundPair[]): Promise<(pair: FoundPair) => Standing> {
  const list = [...new Set(pairs.flatMap(({ listing, anchor }) => [listing, anchor]))]
  const rows = await sql.all<{ id: number; tyre_id: number }>`
    SELECT id, tyre_id FROM listings WHERE id IN (${listOf(list)})`
  const listings = new Map(rows.map((row) => [row.id, row]))
  const decisions = await sql.all<{ listing_id: number; tyre_id: number; decision: PairDecision }>`
    SELECT listing_id, tyre_id, decision FROM pair_decisions
    WHERE listing_id IN (${listOf(list)}) AND undone = 0 AND decision IN ('same', 'different') ORDER BY id`
  const decided = new Map(decisions.map((row) => [`${row.listing_id}:${row.tyre_id}`, row.decision]))
  return ({ listing: id, anchor, decision }) => {
    const listing = listings.get(id)
    const tyre = listings.get(anchor)?.tyre_id ?? 0
    const isSame = listing?.tyre_id === tyre
    const isSettled = decision === 'same' ? isSame : !isSame && decided.get(`${id}:${tyre}`) === 'different'
    return { tyre, isSettled }
  }
}
