// The folders of an installation: releases/, current → releases/ID, backups/, update.json (the journal), update.lock.
import { spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Failure, need, say } from './run.mjs'

const MEGABYTE = 1024 * 1024
/** Seconds to wait for another update, or for what a killed one has begun. */
const LOCK_SECONDS = 300
const BACKUP = /^update-.*\.backup$/
/** Beginning of names of releases that are not complete. */
const PARTIAL = '.partial-'

/**
 * Opens an installation, and creates its folders on the first use.
 * @param {{ root: string, envFile: string, dataDir?: string, backups?: string }} places
 */
export function openInstallation({ root, envFile, dataDir: ownDataDir, backups: ownBackups }) {
  const path = (...names) => join(root, ...names)
  const variables = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}
  const dataDir = resolve(root, ownDataDir ?? (variables.DATA_DIR || 'data'))
  const backups = resolve(root, ownBackups ?? 'backups')
  mkdirSync(path('releases'), { recursive: true })
  makePrivateFolder(dataDir, root)
  makePrivateFolder(backups, dataDir)
  return {
    root,
    dataDir,
    backups,
    envFile,
    /** owner of the data, who runs the server and its commands */
    owner: statSync(dataDir),
    /** whether the server is run by `npm start`, which reads the settings from its own folder */
    settingsToLink: envFile === path('.env.local') && existsSync(envFile) ? envFile : undefined,
    variables,
    releases: path('releases'),
    releaseDir: (id) => path('releases', id),
    partialDir: () => path('releases', `${PARTIAL}${process.pid}-${Date.now()}`),
    /** Environment of the server's commands, with an absolute DATA_DIR. */
    commandEnv: () => ({ PATH: process.env.PATH, ...variables, DATA_DIR: dataDir }),
    current: () => (existsSync(path('current')) ? basename(readlinkSync(path('current'))) : undefined),
    switchTo(id) {
      rmSync(path('current.next'), { force: true })
      symlinkSync(join('releases', id), path('current.next'))
      renameSync(path('current.next'), path('current'))
      syncFolder(root)
    },
    /** Removes the link, if the first release of an installation is not ready. */
    switchToNothing: () => rmSync(path('current'), { force: true }),
    journal: () =>
      existsSync(path('update.json')) ? JSON.parse(readFileSync(path('update.json'), 'utf8')) : {},
    record(entry) {
      writeWhole(
        path('update.json'),
        `${JSON.stringify({ ...entry, at: new Date().toISOString() }, null, 2)}\n`,
      )
      syncFolder(root)
      return entry
    },
  }
}

/** Creates a folder that only the owner of `like` can read. */
function makePrivateFolder(folder, like) {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToOwnerOf(like, folder)
}

/** Gives a path to the owner of another one, which only root can. */
function giveToOwnerOf(like, path) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(like)
  chownSync(path, uid, gid)
}

/** Replaces a file at once, also for a machine that loses its power. */
function writeWhole(file, text) {
  const next = `${file}.next`
  const descriptor = openSync(next, 'w', 0o600)
  writeFileSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(next, file)
}

function syncFolder(folder) {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/**
 * Locks an installation until this process and its children have ended, however they end.
 * @returns {number} descriptor that holds the lock
 */
export function lockInstallation(root) {
  mkdirSync(root, { recursive: true })
  const descriptor = openSync(join(root, 'update.lock'), 'a', 0o600)
  // The lock belongs to the open file, which remains open here after flock has ended.
  const flock = (...options) => {
    const stdio = ['ignore', 'ignore', 'ignore', descriptor]
    const { status, error } = spawnSync('flock', [...options, '3'], { stdio })
    if (error) throw new Failure('Нужна программа flock (пакет util-linux)', 2)
    return status === 0
  }
  if (flock('-n')) return descriptor
  say('Ждёт: другое обновление ещё идёт, или ещё работает то, что начало прерванное')
  if (!flock('-w', String(LOCK_SECONDS))) throw new Failure('Другое обновление ещё идёт: дождитесь его', 2)
  return descriptor
}

/** Size of a release while it is built. */
const RELEASE = 1_024 * MEGABYTE

/**
 * Checks that one more release, a backup and the reserve fit on the disk.
 * @throws Failure
 */
export async function requireSpace(installation, reserveMegabytes) {
  const { releases, backups, dataDir } = installation
  const current = installation.current()
  // Before tools for building are removed, a release is larger.
  const release = Math.max(RELEASE, current ? await folderSize(installation.releaseDir(current)) : 0)
  const last = backupsIn(backups).at(-1)
  const database = join(dataDir, 'prices.sqlite')
  // Backups compress to a tenth; a quarter is for databases that compress badly.
  const backup = last ? statSync(last).size * 1.5 : existsSync(database) ? statSync(database).size / 4 : 0
  const disks = new Map()
  for (const [folder, bytes] of [
    [releases, release],
    [backups, backup],
    [dataDir, 0],
  ]) {
    const { dev } = statSync(folder)
    disks.set(dev, { folder, bytes: (disks.get(dev)?.bytes ?? reserveMegabytes * MEGABYTE) + bytes })
  }
  for (const { folder, bytes } of disks.values()) {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize >= bytes) continue
    const [needed, free] = [bytes, bavail * bsize].map((size) => Math.ceil(size / MEGABYTE))
    throw new Failure(
      `Мало места на диске с ${folder}: нужно ${needed} МБ, свободно ${free} МБ. Ничего не изменено`,
    )
  }
}

async function folderSize(folder) {
  return (
    1024 * Number.parseInt(await need(`${folder} не читается`, 'du', ['-sk', folder], { capture: true }), 10)
  )
}

/** Returns paths of the update's own backups, the oldest first. */
const backupsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => BACKUP.test(name))
    .sort()
    .map((name) => join(folder, name))

/** Removes what killed updates have left. */
export function removePartial({ releases, backups }) {
  for (const name of readdirSync(releases))
    if (name.startsWith(PARTIAL)) rmSync(join(releases, name), { recursive: true, force: true })
  for (const name of readdirSync(backups)) if (/^update-.*\.partial$/.test(name)) rmSync(join(backups, name))
}

/** Removes the oldest releases and backups, except for the releases in `kept`. */
export function removeOld({ releases, backups }, keep, kept) {
  const complete = readdirSync(releases)
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ name, time: statSync(join(releases, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
  for (const { name } of complete.slice(keep))
    if (!kept.includes(name)) rmSync(join(releases, name), { recursive: true, force: true })
  for (const file of backupsIn(backups).slice(0, -keep)) rmSync(file)
}
