import { closeSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { MAX_FIELD_LENGTH } from '../../contract/reports/field-length.ts'
import { makePrivateFolder, openPrivateFile } from '../platform/private-files.ts'

const BUFFER_CHARS = 64 * 1024
/** Enough to see what is wrong with a file; a hostile one could otherwise fill the disk with its records. */
const MAX_BYTES = 50_000_000

/** A bad record in the rejects file. */
export interface Reject {
  /** line of the file, or number of the record in XML and JSON */
  line: number
  reason: string
  /** fields by name, or the beginning of the unparsable text */
  record: Record<string, unknown> | string
}

/** Writes the first bad records of an import to a file of JSON Lines. */
export interface RejectsFile {
  add(reject: Reject): void
  /** Flushes and closes the file. @returns its path; null if there were no bad records */
  close(): string | null
}

/**
 * Creates the file with the first bad record; a file left by an earlier import of the same day is removed. Writing is
 * synchronous, like all processing of records, and uses bounded memory.
 * @param maxBytes limit, which the last record may exceed
 */
export function createRejectsFile(path: string, maxBytes = MAX_BYTES): RejectsFile {
  let file: number | undefined
  let buffer = ''
  let bytes = 0
  rmSync(path, { force: true })

  function flush(): void {
    if (file === undefined) {
      makePrivateFolder(dirname(path))
      file = openPrivateFile(path)
    }
    writeSync(file, buffer)
    buffer = ''
  }

  return {
    add(reject) {
      if (bytes > maxBytes) return
      const line = `${JSON.stringify(reject, truncated)}\n`
      bytes += Buffer.byteLength(line)
      buffer += line
      if (buffer.length > BUFFER_CHARS) flush()
    },
    close() {
      if (buffer !== '') flush()
      if (file === undefined) return null
      closeSync(file)
      return path
    },
  }
}

function truncated(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_FIELD_LENGTH
    ? `${value.slice(0, MAX_FIELD_LENGTH)}…`
    : value
}
