import type { WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/** Waits for a file of a stream that has failed: until it is closed, one that was still being opened may appear after its removal. */
export const fileClosed = (file: WriteStream): Promise<void> => finished(file).catch(() => undefined)
