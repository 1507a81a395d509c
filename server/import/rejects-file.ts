import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { LONGEST_FIELD } from './values/text.ts'

const BUFFER_CHARS = 64 * 1024

/** One bad record as the rejects file keeps it. */
interface Reject {
  line: number
  reason: string
  /** the fields by name, or the beginning of what could not be taken apart */
  record: Record<string, unknown> | string
}

/** Collects the bad records of one import, one JSON object on each line. */
export interface RejectsFile {
  add(reject: Reject): void
  /** Writes what is left; the file's path, null when there was nothing to write. */
  close(): string | null
}

/**
 * The file appears with the first bad record; one that an earlier import of the same day left is removed.
 * Writing is synchronous, as all work on records is, and bounded in memory however many there are.
 */
export function createRejectsFile(path: string): RejectsFile {
  let file: number | undefined
  let buffer = ''
  rmSync(path, { force: true })

  function flush(): void {
    if (file === undefined) {
      mkdirSync(dirname(path), { recursive: true })
      file = openSync(path, 'w')
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
