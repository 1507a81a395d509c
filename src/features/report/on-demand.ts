import { codeChunk, lazyParts } from '../../ui/code-chunk.tsx'

/** Chunk with the parts of a report that are loaded after its rows, or when they are first needed. */
export const extras = codeChunk(() => import('./extras.ts'))

/** Lazily rendered components of the chunk. */
export const parts = lazyParts(extras)
