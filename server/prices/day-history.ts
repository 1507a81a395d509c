import type { Offer } from './offer.ts'

/** Is told, tyre by tyre, how a site's day differs from the one before. */
export interface ComparedTyres {
  /** Either list is empty if the tyre was not there. */
  add(tyreId: number, before: readonly Offer[], after: readonly Offer[]): void
  /** Writes what was added since the last time. */
  flush(): Promise<void>
}

/** Keeps what the comparison of days finds, in the transaction that makes it (server/history). */
export interface DayHistory {
  /**
   * Called before a day is compared with an earlier one of its site.
   * @param previous null for a site's first day
   * @returns undefined if this comparison is not wanted
   */
  compared(siteId: number, day: string, previous: string | null): Promise<ComparedTyres | undefined>
}
