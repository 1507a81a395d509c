import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { addDays } from '../../../contract/lib/dates.ts'
import type { ReadSql, Sql } from '../../platform/db/db.ts'
import type { DayTotals } from '../../prices/totals/day-tally.ts'
import { MAX_GAP_LENGTH } from '../../prices/totals/read-days.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Number of days whose totals are stored: longer than prices are usually kept. */
const STORED_DAYS = 800
/** Maximum number of numbers in the cache, of 8 bytes each. */
const MAX_NUMBERS = 4_000_000

/** Data on which the totals of a day depend. */
interface DayState {
  /** version of the day's prices */
  version: number
  own: string[]
  /** sites of the day, with their previous day and its version */
  sites: [id: number, before: string | null, version: number | null][]
}

/** Days of a range with prices, and how to tell whether their stored totals are current. */
interface RangeStates {
  states: Map<string, string>
  isCurrent(day: string, stored: string): boolean
}

/** Reads the states of the days of a range that have prices (specification 27.2). */
export async function totalsStates(
  sql: ReadSql,
  from: string,
  to: string,
  isOwnSite: (host: string) => boolean,
): Promise<RangeStates> {
  const since = addDays(from, -MAX_GAP_LENGTH)
  const [days, priced, remembered] = await sql.together(async (one) => [
    await one.all<{ day: string; version: number }>`
      SELECT day, version FROM days WHERE day >= ${since} AND day <= ${to}`,
    await one.all<{ day: string; id: number; host: string }>`
      SELECT p.day, s.id, s.host FROM snapshots p JOIN sites s ON s.id = p.site_id
      WHERE p.day >= ${since} AND p.day <= ${to} ORDER BY p.day, s.id`,
    await one.all<{ day: string; site_id: number }>`
      SELECT day, site_id FROM history_days WHERE day >= ${since} AND day <= ${to}`,
  ])
  const versions = new Map(days.map(({ day, version }) => [day, Number(version)]))
  const key = (site: number, day: string) => `${site} ${day}`
  const present = new Set(priced.map(({ id, day }) => key(id, day)))
  const inHistory = new Set(remembered.map(({ site_id: id, day }) => key(id, day)))
  /** Prices that were removed because of their age: the history still has them. */
  const isExpired = (site: number, day: string) =>
    inHistory.has(key(site, day)) && !present.has(key(site, day))

  const states = new Map<string, string>()
  const earlier = new Map<number, string>()
  for (const [day, sites] of Map.groupBy(priced, (one) => one.day)) {
    if (day >= from) {
      const state: DayState = {
        version: versions.get(day) ?? 0,
        own: sites.map(({ host }) => host).filter(isOwnSite),
        sites: sites.map(({ id }) => {
          const before = earlier.get(id)
          const isNear = before !== undefined && before >= addDays(day, -MAX_GAP_LENGTH)
          return isNear ? [id, before, versions.get(before) ?? null] : [id, null, null]
        }),
      }
      states.set(day, JSON.stringify(state))
    }
    for (const { id } of sites) earlier.set(id, day)
  }
  return {
    states,
    isCurrent(day, text) {
      const current = states.get(day)
      if (current === text) return true
      const stored = JSON.parse(text) as DayState
      if (stored.sites.some(([site]) => isExpired(site, day))) return true
      if (current === undefined) return false
      const now = JSON.parse(current) as DayState
      const isSame = now.version === stored.version && now.own.join() === stored.own.join()
      return isSame && now.sites.every((site) => isKept(site, stored.sites, isExpired))
    },
  }
}

/** Returns whether a site's previous day is the same as before, or has expired since. */
function isKept(
  [id, before, version]: DayState['sites'][number],
  stored: DayState['sites'],
  isExpired: (site: number, day: string) => boolean,
): boolean {
  const former = stored.find(([site]) => site === id)
  if (!former) return false
  if (former[1] !== null && isExpired(id, former[1])) return true
  return former[1] === before && former[2] === version
}

interface StoredTotals {
  day: string
  state: string
}

/** Totals of days in the database, with a cache of bounded size. */
export class DayStore {
  readonly #sql: Sql
  readonly #cache = new Map<string, { state: string; totals: DayTotals }>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async states(from: string, to: string): Promise<StoredTotals[]> {
    return this.#sql.all<StoredTotals>`
      SELECT day, state FROM totals_days WHERE day >= ${from} AND day <= ${to}`
  }

  /** @returns undefined if the day is not stored with this state any more */
  async read({ day, state }: StoredTotals): Promise<DayTotals | undefined> {
    const cached = this.#cache.get(day)
    if (cached?.state === state) return cached.totals
    const row = await this.#sql.get<{ summary: Uint8Array }>`
      SELECT summary FROM totals_days WHERE day = ${day} AND state = ${state}`
    if (!row) return undefined
    const totals = JSON.parse((await inflate(row.summary)).toString()) as DayTotals
    this.#cache.delete(day)
    this.#cache.set(day, { state, totals })
    let numbers = [...this.#cache.values()].reduce((sum, one) => sum + sizeOf(one.totals), 0)
    for (const [oldest, one] of this.#cache) {
      if (numbers <= MAX_NUMBERS) break
      numbers -= sizeOf(one.totals)
      this.#cache.delete(oldest)
    }
    return totals
  }

  async save(day: string, state: string, totals: DayTotals): Promise<void> {
    const summary = await deflate(JSON.stringify(totals), { level: 6 })
    await this.#sql.run`DELETE FROM totals_days WHERE day < ${addDays(day, -STORED_DAYS)}`
    await this.#sql.run`
      INSERT INTO totals_days (day, state, summary) VALUES (${day}, ${state}, ${summary})
      ON CONFLICT (day) DO UPDATE SET state = excluded.state, summary = excluded.summary`
  }
}

const sizeOf = ({ cells, moves, undercuts, answers }: DayTotals): number =>
  cells.length + moves.length + undercuts.length + answers.length
