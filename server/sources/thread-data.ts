import type { DatabaseLocation } from '../db/open.ts'
import type { ImportLimits } from '../import/limits.ts'
import type { Mapping } from '../import/mapping.ts'
import type { SourcesConfig } from './config.ts'
import type { TakenRun } from './runs.ts'

/** What a thread needs to know of the server that starts it. */
export interface ThreadSettings {
  location: DatabaseLocation
  /** seals the sources' secrets */
  authSecret: string
  config: SourcesConfig
  limits: ImportLimits
  glitchFactor: number
}

/** What a thread does. */
export type Task =
  | { kind: 'run'; run: TakenRun }
  | { kind: 'trial'; path: string; mapping: Mapping; site: string; day: string; maxBad: number }

/** The thread's workerData. */
export interface ThreadData extends ThreadSettings {
  task: Task
}
