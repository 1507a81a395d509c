import { codeChunk, lazyPart } from '../../../ui/code-chunk.tsx'

/** Fields of long lists and of several values, for which the form and the table do not wait. */
export const fields = codeChunk(() => import('./fields.ts'))

/** Components of the chunk. */
export const fieldParts = {
  DayCalendar: lazyPart(fields, (code) => code.DayCalendar),
  Several: lazyPart(fields, (code) => code.Several),
}
