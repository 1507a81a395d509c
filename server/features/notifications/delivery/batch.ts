import type { OutgoingNotification } from './message.ts'

/** Duration of a lease in ms. It ends even if no server noticed the death of the worker. */
export const LEASE_MS = 60_000

/** Outbox rows of one message: for one user, one channel and, for push, one device; leased by a worker. */
export interface Batch {
  userId: string
  channel: string
  address: string
  /** number of times that these rows have been leased, including this time */
  attempts: number
  leasedUntil: number
  rows: (OutgoingNotification & { id: number })[]
}

export const idsOf = (batches: readonly Batch[]): number[] =>
  batches.flatMap(({ rows }) => rows.map(({ id }) => id))
