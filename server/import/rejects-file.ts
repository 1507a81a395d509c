import { closeSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makePrivateFolder, openPrivateFile } from '../private-files.ts'
import { LONGEST_FIELD } from './values/text.ts'

const BUFFER_CHARS = 64 * 1024

/** A bad record in the rejects file. */
interface Reject {
  line: number
  reason: string
  /** the fields by name, or the beginning of unparsable text */
  record: Record<string, unknown> | string
}

/** Collects the bad records of an import as JSON Lines. */
export interface RejectsFile {
  add(reject: Reject): void
  /** Flushes the file. @returns its path; null if there were no bad records */
  close(): string | null
}

/**
 * The file is created with the first bad record; one left by an earlier import of the same day is removed. Writing is
 * synchronous, like all work on records, and bounded in memory however many there are.
 */
export function createRejectsFile(path: string): RejectsFile {
  let file: number | undefined
  let buffer = ''
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
      buffer += `${JSON.stringify(reject, shortened)}\n`
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

function shortened(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > LONGEST_FIELD
    ? `${value.slice(0, LONGEST_FIELD)}…`
    : value
}
