import type { ImportLimits } from '../../import/limits.ts'
import type { GuessHints } from '../../mapping-guess/guess.ts'
import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { SourcesConfig } from './config.ts'
import type { ReadyRun } from './fetch-list.ts'
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

/** What a thread of its own is started for, and ends after. */
export type Task =
  | { kind: 'import'; ready: ReadyRun }
  | { kind: 'drop days'; now: number }
  | { kind: 'fill history' }

/** Why a task failed that the server tells apart; errors lose their class on their way to another thread. */
export interface TaskFailure {
  kind: 'refusal' | 'database unavailable'
  message: string
}

/** Its workerData. */
export interface TaskThreadData extends ThreadSettings {
  task: Task
}

/** A look at a file, which writes nothing. */
export type Look =
  | ({ kind: 'trial' } & TrialRequest)
  | { kind: 'guess'; path: string; hints: GuessHints }
  | { kind: 'sample'; path: string; mapping: unknown }

/** A look's result; a refusal is for the person. */
export type Looked = { answer: unknown } | { refusal: string } | { fault: string }
