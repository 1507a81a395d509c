import type { ImportLimits } from '../../import/limits.ts'
import type { GuessHints } from '../../mapping-guess/guess.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { SourcesConfig } from './config.ts'
import type { ReadyRun } from './fetch-list.ts'
import type { TrialRequest } from './trial.ts'

/** Settings of the server that a thread requires. */
export interface ThreadSettings {
  location: DatabaseLocation
  /** key that encrypts the sources' secrets */
  authSecret: string
  config: SourcesConfig
  limits: ImportLimits
  glitchFactor: number
}

/** Task for which a separate thread is started. */
export type Task =
  | { kind: 'import'; ready: ReadyRun }
  | { kind: 'drop days'; now: number }
  | { kind: 'fill history' }

/** Kind of a task's failure; errors lose their class on their way to another thread. */
export interface TaskFailure {
  kind: 'refusal' | 'database unavailable'
  message: string
}

/** workerData of the thread. */
export interface TaskThreadData extends ThreadSettings {
  task: Task
}

/** Inspection of a file, which writes nothing. */
export type Look =
  | ({ kind: 'trial' } & TrialRequest)
  | { kind: 'guess'; path: string; hints: GuessHints }
  | { kind: 'sample'; path: string; mapping: unknown }

/** Result of an inspection; a refusal is for the person. */
export type Looked = { answer: unknown } | { refusal: string } | { fault: string }
