import { type Static, Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'

/** Runs that wait for a decision, the newest first. */
export const HeldRuns = Type.Object({
  held: Type.Array(
    Type.Object({
      /** id of the source */
      source: Type.String(),
      /** its title, or its site if it has none */
      title: Type.String(),
      /** YYYY-MM-DD */
      day: Type.String(),
    }),
  ),
})
export type HeldRuns = Static<typeof HeldRuns>

/** Call about held runs. In a module of its own, because the home page loads it. */
export const HELD_CALLS = declareCalls(
  '/api/companion/sources/held',
  { by: 'admin' },
  { list: { get: '', summary: 'Прайс-листы, которые ждут решения', answer: HeldRuns } },
)
