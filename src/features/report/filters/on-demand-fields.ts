import { codeChunk, lazyParts } from '../../../ui/code-chunk.tsx'

/** Chunk with the calendar, the search box and the control for several values; the form renders without it. */
export const fields = codeChunk(() => import('./field-parts.ts'))

/** Lazily rendered components of the chunk. */
export const fieldParts = lazyParts(fields)
