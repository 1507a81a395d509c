import { codeChunk, lazyPart } from '../../../ui/code-chunk.tsx'

/** Fields of long lists and of several values, for which the form and the table do not wait. */
export const fields = codeChunk(() => import('./fields.ts'))

export const DayCalendar = lazyPart(fields, (code) => code.DayCalendar)
export const Several = lazyPart(fields, (code) => code.Several)
