import type { WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/**
 * Waits until the file of a failed stream is closed. A file that was still being opened may otherwise appear after
 * its removal.
 */
export const fileClosed = (file: WriteStream): Promise<void> => finished(file).catch(() => undefined)
