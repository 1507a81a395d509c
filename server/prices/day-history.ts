import type { Offer } from './offer.ts'

/** Receives the offers of a site's day and of its previous day, tyre by tyre. */
export interface ComparedTyres {
  /** adds a tyre's offers of both days; a list is empty if the tyre has no offers on that day */
  add(tyreId: number, before: readonly Offer[], after: readonly Offer[]): void
  /** adds the offers of a listing whose prices are stored apart from its tyre's (listings/separate-prices.ts) */
  addSeparate(listingId: number, before: readonly Offer[], after: readonly Offer[]): void
  /** writes the tyres added since the last call */
  flush(): Promise<void>
}

/** History with rules that are evaluated by the same comparison. */
export interface WatchedHistory extends DayHistory {
  /** stores and reports what was found; called when the day is saved */
  report(): Promise<void>
}

/** Stores the differences between days, in the transaction of the import or removal (server/history). */
export interface DayHistory {
  /** called before a day is compared with its site's previous one, or null; undefined to skip it */
  compared(siteId: number, day: string, previous: string | null): Promise<ComparedTyres | undefined>
}
