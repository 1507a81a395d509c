import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from './private-files.ts'

/** Returns the id of a data directory's server, stored in the directory; servers that share it have the same id. */
export function serverIdOf(dataDir: string): string {
  const path = join(dataDir, 'server-id')
  makePrivateFolder(dataDir)
  try {
    writeFileSync(path, randomBytes(12).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}
