import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** File permissions: only the owner may read prices, names, hashes and sessions. */
const FOLDER = 0o700
const FILE = 0o600
const OTHERS = 0o077
/** Sticky bit of a shared folder such as /tmp, whose permissions must not be changed. */
const STICKY = 0o1000

/** Creates a folder that only its owner can read. An existing folder keeps its permissions. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER })
}

/**
 * An existing file is not opened: closing any descriptor of a file drops all locks of the process on that file
 * (fcntl(2)), including those of SQLite connections in other threads. The next program that opens the database would
 * then remove its WAL.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Opens a file for writing; only its owner can read it, and its former content is discarded. */
export function openPrivateFile(path: string): number {
  const file = openSync(path, 'w', FILE)
  chmodSync(path, FILE)
  return file
}

/**
 * Removes the permissions of other users from the data directory and the server's files in it.
 * @returns paths that others could read before
 */
export function closeToOthers(dataDir: string): string[] {
  // Windows has other permissions, which files inherit from the user's folder.
  if (process.platform === 'win32') return []
  return [dataDir, ...ownFiles(dataDir)].filter((path) => existsSync(path) && closedNow(path))
}

function closedNow(path: string): boolean {
  const { mode, uid } = statSync(path)
  if ((mode & OTHERS) === 0 || (mode & STICKY) !== 0 || uid !== process.getuid?.()) return false
  chmodSync(path, mode & ~OTHERS & 0o777)
  return true
}

function ownFiles(dataDir: string): string[] {
  if (!existsSync(dataDir)) return []
  const files = readdirSync(dataDir).filter((name) =>
    /^server\.lock|^server-id$|\.sqlite(?:-wal|-shm)?$/.test(name),
  )
  return [...files.map((name) => join(dataDir, name)), ...['rejects', 'incoming'].flatMap(withContent)]

  function withContent(name: string): string[] {
    const folder = join(dataDir, name)
    return existsSync(folder) ? [folder, ...readdirSync(folder).map((file) => join(folder, file))] : []
  }
}

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
