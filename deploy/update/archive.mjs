// Checks an archive before anything of it is unpacked: a release has files, folders, and links that stay in it.
import { posix } from 'node:path'
import { Failure, need } from './run.mjs'

const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"'
/** Line of tar's verbose listing: kind and permissions, owner, size or device, date, time, name, target of a link. */
const ENTRY = new RegExp(`^(.)(\\S{9})\\S* +\\S+ +\\S+ +\\S+ +\\S+ ${QUOTED}(?: (?:->|link to) ${QUOTED})?$`)
const [DIRECTORY, SYMBOLIC_LINK, HARD_LINK] = ['d', 'l', 'h']
const ALLOWED_KINDS = new Set(['-', DIRECTORY, SYMBOLIC_LINK, HARD_LINK])
const KINDS = { b: 'устройство', c: 'устройство', p: 'именованный канал (FIFO)', s: 'сокет' }

/**
 * Lists an archive, as the user who unpacks it, and refuses what a release never has.
 * @throws Failure
 */
export async function refuseUnsafeArchive(archive, as) {
  // Quoted names have no line breaks and cannot imitate another entry.
  const args = [
    '--list',
    '--verbose',
    '--absolute-names',
    '--numeric-owner',
    '--quoting-style=c',
    '-f',
    archive,
  ]
  const env = { ...process.env, LC_ALL: 'C' }
  const listing = await need('Архив не читается', 'tar', args, { as, env, capture: true })
  const found = unsafeEntry(listing.split('\n').filter(Boolean))
  if (found)
    throw new Failure(`В исходниках есть то, чего в версии не бывает: ${found}. Ничего не распаковано`, 2)
}

/** Returns a description of the first entry that a release never has; undefined if there is none. */
function unsafeEntry(lines) {
  const entries = []
  for (const line of lines) {
    const [, kind, permissions, name, target] = ENTRY.exec(line) ?? []
    if (!ALLOWED_KINDS.has(kind))
      return `${KINDS[kind] ?? 'запись неизвестного вида'} ${quoted(name ?? line)}`
    if (hasForeignRights(kind, permissions)) return `файл с битом setuid или setgid ${quoted(name)}`
    if (leadsOut(name)) return `путь наружу ${quoted(name)}`
    entries.push({ kind, name: posix.normalize(name).replace(/\/$/, ''), target })
  }
  const links = new Set(entries.filter(({ kind }) => kind === SYMBOLIC_LINK).map(({ name }) => name))
  const isThroughLink = (path) => foldersOf(path).some((folder) => links.has(folder))
  const outermost = depthOfRelease(entries)
  for (const { kind, name, target } of entries) {
    if (isThroughLink(name)) return `путь через ссылку ${quoted(name)}`
    // A second name of a symbolic link would lead from another folder.
    const isUnsafe =
      kind === SYMBOLIC_LINK
        ? linkLeadsOut(target, foldersOf(name).length - outermost)
        : kind === HARD_LINK &&
          (leadsOut(target) || isThroughLink(target) || links.has(posix.normalize(target)))
    if (isUnsafe) return `ссылка наружу ${quoted(name)} → ${quoted(target)}`
  }
  return undefined
}

/** Returns 1 if one folder has all entries, which is then the release, otherwise 0. */
function depthOfRelease(entries) {
  const names = entries.map(({ name }) => name).filter((name) => name !== '.')
  const [top, ...others] = new Set(names.map((name) => name.split('/', 1)[0]))
  const isFolder = entries.every(({ kind, name }) => name !== top || kind === DIRECTORY)
  return others.length === 0 && isFolder ? 1 : 0
}

const quoted = (name) => `«${name}»`

/** Returns whether a file runs with the rights of its owner or group. Folders only pass on their group. */
const hasForeignRights = (kind, permissions) =>
  /s/i.test(permissions[2]) || (kind !== DIRECTORY && /s/i.test(permissions[5]))

const leadsOut = (path) => path.startsWith('/') || path.split('/').includes('..')

/**
 * Returns whether a symbolic link leads further up than its number of folders. Steps upwards count only at the
 * beginning of a target: after a name they would be counted from where a link of that name leads.
 */
function linkLeadsOut(target, folders) {
  const steps = target.split('/').filter((step) => step !== '' && step !== '.')
  const ups = steps.findIndex((step) => step !== '..')
  const upwards = ups === -1 ? steps.length : ups
  return target.startsWith('/') || steps.slice(upwards).includes('..') || upwards > folders
}

/** Returns the folders above a path, the outermost first. */
function foldersOf(path) {
  const names = path.split('/').slice(0, -1)
  return names.map((_, at) => names.slice(0, at + 1).join('/'))
}
