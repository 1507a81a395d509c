import { type Static, Type } from 'typebox'
import { OrNull, oneOf, withFallbackValue } from '../lib/schemas.ts'
import { Finding } from './account.ts'

const Trigger = withFallbackValue(oneOf('schedule', 'hand', 'upload', 'push', 'command', 'pages'), 'hand')
export type Trigger = Static<typeof Trigger>

const RunState = withFallbackValue(
  oneOf('waiting', 'running', 'imported', 'unchanged', 'held', 'declined', 'failed'),
  'failed',
)
export type RunState = Static<typeof RunState>

/** One attempt to import the prices of a site for a day. Times are ISO instants. */
export const Run = Type.Object({
  id: Type.Integer(),
  /** id of its source */
  source: Type.String(),
  /** YYYY-MM-DD */
  day: Type.String(),
  trigger: Trigger,
  state: RunState,
  /** current step in words; '' if none is running */
  step: Type.String(),
  attempt: Type.Integer(),
  created_at: Type.String(),
  started_at: OrNull(Type.String()),
  finished_at: OrNull(Type.String()),
  records: OrNull(Type.Number()),
  tyres: OrNull(Type.Number()),
  offers: OrNull(Type.Number()),
  bad: OrNull(Type.Number()),
  /** why it failed, is held or is unchanged; '' without a message */
  message: Type.String(),
  log: Type.Array(Type.Object({ at: Type.String(), text: Type.String() })),
  has_rejects: Type.Boolean(),
  /** findings of its price list; missing in answers of older servers */
  findings: Type.Optional(Type.Array(Finding)),
})
export type Run = Static<typeof Run>

/** Returns whether a run has not ended; its state may still change. */
export const isUnderWay = ({ state }: Run): boolean => state === 'waiting' || state === 'running'

/** Returns whether a run failed and waits for its automatic retry; a person can also retry it at once. */
export const waitsForRetry = ({ state, attempt }: Run): boolean => state === 'waiting' && attempt > 0

/** Answer of the calls that start a run. */
export const RunAnswer = Type.Object({ run: Type.Integer() })
