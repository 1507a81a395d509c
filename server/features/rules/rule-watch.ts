import type { Sql } from '../../platform/db/db.ts'
import type { ComparedTyres, DayHistory, WatchedHistory } from '../../prices/day-history.ts'
import { type EvaluationSettings, type ImportEvaluation, openEvaluation } from './import-evaluation.ts'

/** Passes the comparison of a site's day on to the history, and evaluates the rules with it (specification 25.5). */
export class RuleWatch implements WatchedHistory {
  readonly #sql: Sql
  readonly #day: string
  readonly #history: DayHistory
  readonly #settings: EvaluationSettings
  #evaluation: ImportEvaluation | undefined

  constructor(sql: Sql, day: string, history: DayHistory, settings: EvaluationSettings) {
    this.#sql = sql
    this.#day = day
    this.#history = history
    this.#settings = settings
  }

  async compared(siteId: number, day: string, previous: string | null): Promise<ComparedTyres | undefined> {
    const history = await this.#history.compared(siteId, day, previous)
    // The next day of the site is compared anew, which reports nothing.
    if (day !== this.#day || previous === null) return history
    const rules = await openEvaluation(this.#sql, { siteId, day, previous }, this.#settings)
    this.#evaluation = rules
    if (!rules || !history) return rules ?? history
    return {
      add(tyreId, before, after) {
        history.add(tyreId, before, after)
        rules.add(tyreId, before, after)
      },
      addSeparate: (listingId, before, after) => history.addSeparate(listingId, before, after),
      async flush() {
        await history.flush()
        await rules.flush()
      },
    }
  }

  async report(): Promise<void> {
    await this.#evaluation?.report()
  }
}
