import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

/**
 * Waits until the file of a failed stream is closed. Otherwise a file that is still being opened could appear after it
 * was removed.
 */
export const fileClosed = (file: Writable): Promise<void> => finished(file).catch(() => undefined)
