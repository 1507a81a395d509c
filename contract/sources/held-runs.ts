import { type Static, Type } from 'typebox'

/** Path of the held runs, for administrators. In a module of its own, because the home page loads it. */
export const HELD_RUNS_PATH = '/api/companion/sources/held'

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
