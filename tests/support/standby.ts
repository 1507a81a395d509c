// @ts-expect-error: the scripts are JavaScript, since they run before anything is installed
import { startStandby as start } from '../../scripts/tools.mjs'

/** A hot standby of the tests' PostgreSQL. */
export interface Standby {
  /** of the same database */
  url: string
  crash(): void
  restart(): void
  promote(): void
  stop(): void
}

export const startStandby = start as (url: string) => Standby
