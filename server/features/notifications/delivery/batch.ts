import type { OutgoingNotification } from './message.ts'

/** Rows for one user and channel (and one device for channels that reach devices), leased by a worker. */
export interface Batch {
  userId: string
  channel: string
  address: string
  /** number of times these rows have been taken, including this time */
  attempts: number
  leasedUntil: number
  rows: (OutgoingNotification & { id: number })[]
}

export const idsOf = (batches: readonly Batch[]): number[] =>
  batches.flatMap(({ rows }) => rows.map(({ id }) => id))
