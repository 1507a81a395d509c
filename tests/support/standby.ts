// @ts-expect-error: the scripts are JavaScript, since they run before anything is installed
import { startStandby as start } from '../../scripts/tools.mjs'

/** A hot standby of the tests' PostgreSQL. */
export interface Standby {
  /** URL of the same database */
  url: string
  crash(): void
  restart(): void
  promote(): void
  stop(): void
}

export type StartStandby = (url: string) => Standby

/**
 * Starts a standby from a copy of the complete cluster of a database. Undefined if the tests did not start that cluster
 * on this machine.
 */
export const startStandby = process.env.TEST_STANDBYS ? (start as StartStandby) : undefined
