import type { Offer } from './offer.ts'

/** Receives, tyre by tyre, how a site's day differs from the previous one. */
export interface ComparedTyres {
  /** either list is empty if the tyre was not there */
  add(tyreId: number, before: readonly Offer[], after: readonly Offer[]): void
  /** writes the tyres added since the last call */
  flush(): Promise<void>
}

/** Stores the result of comparing days, in the same transaction (server/history). */
export interface DayHistory {
  /**
   * called before a day is compared with an earlier one of its site
   * @param previous null for a site's first day
   * @returns undefined if this comparison is not needed
   */
  compared(siteId: number, day: string, previous: string | null): Promise<ComparedTyres | undefined>
}
