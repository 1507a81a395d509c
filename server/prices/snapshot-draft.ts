import type { Offer, TyreSpecs } from './offer.ts'

/** One site's day while it is being read, before anything of it is written. */
export interface SnapshotDraft {
  /** Adds one offer; the same tyre may come back any number of times, in any order. */
  add(specs: TyreSpecs, offer: Offer): void
  readonly tyres: number
  readonly offers: number
}
