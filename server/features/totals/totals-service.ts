import { addDays, isoToday, latestDay } from '../../../contract/lib/dates.ts'
import {
  periodBefore,
  type TotalsAnswer,
  type TotalsFilters,
  type TotalsPeriod,
  type TotalsPeriodKind,
  type TotalsReport,
  totalsPeriod,
} from '../../../contract/totals/totals.ts'
import type { Db, ReadSql } from '../../platform/db/db.ts'
import { createRecentCache } from '../../platform/recent-cache.ts'
import type { MatchedListings } from '../../prices/listings/matched-listings.ts'
import type { RunTask } from '../../prices/threads/tasks.ts'
import { untilNextImport } from '../../prices/until-next-import.ts'
import { priceVersion } from '../../prices/versions.ts'
import { DayStore, totalsStates } from './day-store.ts'
import { pairedGroups } from './figure-sum.ts'
import { absentSites, combineDays, type PeriodFigures, type SummedDay } from './period-figures.ts'

export interface TotalsChoice extends TotalsFilters {
  kind: TotalsPeriodKind
  /** day of the period; null for the last day with prices */
  day: string | null
}

/** Number of days that a thread sums up at once: a day and the next one share the reading of its prices. */
const DAYS_AT_ONCE = 4

/** Number of combined periods, with their filters, that are cached. */
const CACHED_PERIODS = 20

interface Counting {
  done: number
  of: number
}

/** Day of a period with its stored totals. */
interface KnownDays {
  days: readonly { day: string; state: string | undefined }[]
  /** days that are to be summed up, with their states */
  missing: readonly (readonly [day: string, state: string])[]
}

export interface TotalsServiceDeps {
  db: Db
  /** reads prices from the same databases as `run` */
  prices: ReadSql
  isOwnSite(host: string): boolean
  /** reads prices, in a thread while the server listens */
  run: RunTask
  log: { warn(words: string): void }
}

/**
 * Answers requests for totals from the stored totals of the days. Days that are not stored, or whose prices have changed
 * since, are summed up in the background (specification 27.2).
 */
export class TotalsService {
  readonly #deps: TotalsServiceDeps
  readonly #store: DayStore
  readonly #coverage: () => Promise<Map<string, MatchedListings>>
  readonly #figures = createRecentCache<PeriodFigures>(CACHED_PERIODS)
  #counting: Counting | null = null
  #working: Promise<void> = Promise.resolve()
  #failure: Error | null = null
  #stopped = false

  constructor(deps: TotalsServiceDeps) {
    this.#deps = deps
    this.#store = new DayStore(deps.db)
    this.#coverage = untilNextImport(deps.prices, () => deps.run('matched', {}))
  }

  /** @throws the failure of the background work, once */
  async answer(choice: TotalsChoice): Promise<TotalsAnswer> {
    const last = await this.#lastDay()
    const day = choice.day ?? last
    if (day === null) return { version: 1, counting: null, report: null }
    const period = totalsPeriod(choice.kind, day)
    const former = periodBefore(choice.kind, period)
    const known = await this.#known(former.from, period.to, last)
    if (known.missing.length > 0) {
      const failure = this.#failure
      this.#failure = null
      if (failure) throw failure
      return { version: 1, counting: this.#count(known.missing), report: null }
    }
    const report = await this.#report(choice, { period, former }, known)
    // The prices of a day have changed in the meantime.
    return report ? { version: 1, counting: null, report } : this.answer(choice)
  }

  /** Returns the report once all of its days are summed up; null without prices. */
  async whole(choice: TotalsChoice): Promise<TotalsReport | null> {
    for (;;) {
      const { report, counting } = await this.answer(choice)
      if (!counting) return report
      await this.#working
      if (this.#stopped) throw new Error('The server stops')
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#working
  }

  async #lastDay(): Promise<string | null> {
    const row = await this.#deps.db.get<{ day: string | null }>`
      SELECT max(day) AS day FROM days WHERE day <= ${latestDay()}`
    return row?.day ?? null
  }

  async #known(from: string, to: string, last: string | null): Promise<KnownDays> {
    const { db, isOwnSite } = this.#deps
    const { states, isCurrent } = await totalsStates(db, from, to, isOwnSite)
    const stored = new Map((await this.#store.states(from, to)).map((one) => [one.day, one.state]))
    const today = isoToday()
    const begun = last !== null && last > today ? last : today
    const days: string[] = []
    for (let day = from; day <= to && day <= begun; day = addDays(day, 1)) days.push(day)
    const current = (day: string) => {
      const state = stored.get(day)
      return state !== undefined && isCurrent(day, state) ? state : undefined
    }
    return {
      days: days.map((day) => ({ day, state: current(day) })),
      missing: [...states].filter(([day]) => current(day) === undefined),
    }
  }

  /** Starts summing up days, or returns how far the work is that was started before. */
  #count(missing: KnownDays['missing']): Counting {
    if (!this.#counting) {
      this.#counting = { done: 0, of: missing.length }
      this.#working = this.#sumUp(missing, this.#counting)
        .catch((error: Error) => {
          this.#failure = error
          this.#deps.log.warn(`totals: ${error.message}`)
        })
        .finally(() => {
          this.#counting = null
        })
    }
    return { ...(this.#counting ?? { done: 0, of: missing.length }) }
  }

  async #sumUp(missing: KnownDays['missing'], counting: Counting): Promise<void> {
    const hosts = await this.#deps.db.all<{ host: string }>('SELECT host FROM sites')
    const own = hosts.map(({ host }) => host).filter(this.#deps.isOwnSite)
    // Afterwards no replica is read that is older than the states of the days.
    await priceVersion(this.#deps.prices)
    const batches = Array.from({ length: Math.ceil(missing.length / DAYS_AT_ONCE) }, (_, n) =>
      missing.slice(n * DAYS_AT_ONCE, (n + 1) * DAYS_AT_ONCE),
    )
    // The threads take them as they are free of what requests wait for.
    const ends = await Promise.allSettled(
      batches.map(async (batch) => {
        const sums = await this.#deps.run('totals', { days: batch.map(([day]) => day), own }, true)
        for (const [n, [day, state]] of batch.entries()) {
          const totals = sums[n]
          if (totals && !this.#stopped) await this.#store.save(day, state, totals)
          counting.done += 1
        }
      }),
    )
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** @returns null if a day is not stored any more */
  async #report(
    { kind, site, brand, city }: TotalsChoice,
    { period, former }: { period: TotalsPeriod; former: TotalsPeriod },
    known: KnownDays,
  ): Promise<TotalsReport | null> {
    const filters = { site, brand, city }
    const summed: SummedDay[] = []
    for (const { day, state } of known.days) {
      const totals = state === undefined ? null : await this.#store.read({ day, state })
      if (totals === undefined) return null
      summed.push({ day, totals })
    }
    const combined = (first: string, last: string) => {
      const isWithin = ({ day }: { day: string }) => first <= day && day <= last
      const key = JSON.stringify([filters, known.days.filter(isWithin)])
      return this.#figures(key, () => combineDays(summed.filter(isWithin), filters))
    }
    const now = await combined(period.from, period.to)
    const before = await combined(former.from, former.to)
    const coverage = await this.#coverage()
    const formerSites = new Map([...before.sites].map(([host, { figures }]) => [host, figures]))
    const sites = new Map([...now.sites].map(([host, { figures }]) => [host, figures]))
    const sorted = (names: ReadonlySet<string>) => [...names].sort()
    const covered = [...coverage]
      .filter(([host]) => filters.site === '' || host === filters.site)
      .map(([, counts]) => counts)
    return {
      kind,
      period,
      former,
      filters,
      now: now.now,
      before: before.now,
      days: now.days.map(({ day, figures }) => ({ day, figures })),
      former_days: before.days.filter(({ figures }) => figures !== null).length,
      own_days: now.days.filter(({ own }) => own).length,
      former_own_days: before.days.filter(({ own }) => own).length,
      absent: absentSites(now, before),
      former_absent: absentSites(before, now),
      sites: pairedGroups(sites, formerSites).map((group) => ({
        ...group,
        own: now.sites.get(group.name)?.own ?? false,
        coverage: coverage.get(group.name) ?? null,
      })),
      brands: pairedGroups(now.brands, before.brands),
      cities: pairedGroups(now.cities, before.cities),
      coverage: {
        matched: covered.reduce((sum, { matched }) => sum + matched, 0),
        listings: covered.reduce((sum, { listings }) => sum + listings, 0),
      },
      choices: {
        sites: sorted(now.choices.sites),
        brands: sorted(now.choices.brands),
        cities: sorted(now.choices.cities),
      },
    }
  }
}
