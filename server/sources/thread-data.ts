import type { DatabaseLocation } from '../db/open.ts'
import type { GuessHints } from '../import/guess/guess.ts'
import type { ImportLimits } from '../import/limits.ts'
import type { SourcesConfig } from './config.ts'
import type { TakenRun } from './runs.ts'
import type { TrialRequest } from './trial.ts'

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
  | ({ kind: 'trial' } & TrialRequest)
  | { kind: 'guess'; path: string; hints: GuessHints }
  | { kind: 'sample'; path: string; mapping: unknown }

/** The thread's workerData. */
export interface ThreadData extends ThreadSettings {
  task: Task
}
