// Fetches, installs and builds a release in a folder of its own beside the running one.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { refuseUnsafeArchive } from './archive.mjs'
import { endBuild, requireClosed } from './builder.mjs'
import { requireSpace } from './installation.mjs'
import { Failure, need, say } from './run.mjs'

/** Files of a working copy that are not part of a release. */
const NOT_SHIPPED = [
  './.git',
  './node_modules',
  './dist',
  './data',
  './.env',
  './.env.local',
  './test-results',
]
/** Folders of a release that installing and building create. */
const BUILT = ['node_modules', 'dist']
/** Variables of the machine that installing and building need. */
const FOR_BUILDING = /^(PATH|HOME|LANG|TMPDIR|NODE_EXTRA_CA_CERTS|npm_config_.*|(https?|no)_proxy)$/i
/** Settings that are public in the app. */
const BUILT_IN = /^(VITE|REACT_APP)_/
/** Versions become names of folders. */
const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/

/**
 * Prepares a release: unpacks it, refuses a version older than the running one, checks the disk, installs and builds.
 * The release appears under its id only when complete.
 * @param {{ repository?: string, ref?: string, path?: string }} source a commit of a repository, or a folder or archive
 * @returns {Promise<string>} id of the release; that of the running one if there is nothing to update
 */
export async function prepareRelease(installation, source, options) {
  const partial = installation.partialDir()
  try {
    return await prepareIn(partial, installation, source, options)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

async function prepareIn(partial, installation, source, { reserveMegabytes, builder }) {
  const [archive, building, home, release] = ['archive.tar', 'building', 'home', 'release'].map((name) =>
    join(partial, name),
  )
  await requireClosed(builder, installation)
  makeClosedFolders(builder, partial, [building, home])
  const { commit, dir } = await privately(async () => {
    const commit = source.path ? undefined : await packCommit(installation, source, archive)
    if (source.path) await packPath(resolve(source.path), archive)
    if (builder) letRead(builder, archive)
    await refuseUnsafeArchive(archive, builder)
    return { commit, dir: await unpack(archive, building, builder) }
  })
  const { version } = readJson(join(dir, 'package.json'), 'В источнике нет package.json этой программы')
  if (!VERSION.test(version)) throw new Failure('В package.json источника нет версии вида 1.2.3', 2)
  const id = `${version}-${(commit ?? (await digestOf(archive))).slice(0, 12)}`
  const current = installation.current()
  if (id !== current) {
    if (current) await refuseOlder(installation, current, { version, commit })
    await requireSpace(installation, reserveMegabytes)
    const settings = publicSettings(installation)
    // The release of an update that was killed or rolled back; built again if its settings have changed.
    if (releaseInfo(installation, id)?.settings === settings) return id
    say(`Собирается версия ${id}`)
    try {
      await build(installation, dir, home, builder)
    } finally {
      await endBuild(builder)
    }
    mkdirSync(release, { mode: 0o700 })
    const complete = await assemble(installation, archive, release, dir)
    await finishRelease(release, complete, { version, commit, settings })
    rmSync(installation.releaseDir(id), { recursive: true, force: true })
    renameSync(complete, installation.releaseDir(id))
  }
  return id
}

/** Creates the folders of a release that is not complete, which nobody but the builder can enter. */
function makeClosedFolders(builder, partial, inner) {
  for (const folder of [partial, ...inner]) mkdirSync(folder, { mode: 0o700 })
  if (!builder) return
  for (const folder of inner) chownSync(folder, builder.uid, builder.gid)
  // The builder passes, without changing the folder.
  chownSync(partial, 0, builder.gid)
  chmodSync(partial, 0o710)
}

function letRead({ gid }, file) {
  chownSync(file, 0, gid)
  chmodSync(file, 0o640)
}

/** Unpacks an archive into a folder. @returns the folder of its files */
async function unpack(archive, folder, as) {
  const options = ['-xf', archive, '-C', folder, '--no-same-owner', '--no-same-permissions']
  await need('Архив не распаковывается', 'tar', options, { as })
  const dir = join(folder, topFolder(folder))
  // An archive of a working copy holds settings and data, which everybody could read in a release.
  const left = NOT_SHIPPED.map((name) => join(dir, name))
  // By the user who unpacked it and might replace the folder by a link.
  await need('Архив не распаковывается', 'rm', ['-rf', '--', ...left], { as })
  return dir
}

/**
 * Unpacks the sources again, since packages could change them while they were built, and takes nothing of the build but
 * packages and app. So all that root ever runs of a release is the archive's.
 * @returns the folder of the release
 */
async function assemble({ settingsToLink }, archive, folder, built) {
  const dir = await privately(() => unpack(archive, folder))
  for (const name of ['', ...BUILT]) {
    // A link would lead out of the release, also one in the place of its own folder.
    if (!lstatSync(join(built, name)).isDirectory())
      throw new Failure(`${name || 'сборка'} новой версии – не папка`)
  }
  for (const name of BUILT) renameSync(join(built, name), join(dir, name))
  if (settingsToLink) symlinkSync(settingsToLink, join(dir, '.env.local'))
  return dir
}

/** Runs a work whose new files only their owner can read. */
async function privately(work) {
  const former = process.umask(0o077)
  try {
    return await work()
  } finally {
    process.umask(former)
  }
}

/** Returns version, commit and settings of a release; undefined if there is no such release. */
export function releaseInfo(installation, id) {
  const dir = installation.releaseDir(id)
  if (!existsSync(dir)) return undefined
  const file = join(dir, 'release.json')
  return JSON.parse(readFileSync(existsSync(file) ? file : join(dir, 'package.json'), 'utf8'))
}

/** Returns the settings that are built into the app. */
const publicSettings = ({ variables }) =>
  JSON.stringify(Object.entries(variables).filter(([name]) => BUILT_IN.test(name)))

/** Fetches a repository into the installation's own one, and packs one commit of it. */
async function packCommit({ root }, { repository, ref }, archive) {
  const own = join(root, 'repository.git')
  const git = (message, ...args) =>
    need(message, 'git', ['--git-dir', own, ...args], {
      capture: true,
    })
  if (!existsSync(own)) await git('Репозиторий не создаётся', 'init', '--quiet', '--bare')
  const refs = ['+refs/heads/*:refs/remotes/source/*', '+refs/tags/*:refs/tags/*']
  await git(
    'Версии не загружаются из репозитория',
    'fetch',
    '--quiet',
    '--no-tags',
    '--prune',
    repository,
    ...refs,
  )
  for (const name of [`refs/remotes/source/${ref}`, `refs/tags/${ref}`, ref]) {
    const commit = await git(
      '',
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${name}^{commit}`,
    ).catch(() => '')
    if (!commit) continue
    await git('Версия не читается из репозитория', 'archive', '--format=tar', '-o', archive, commit)
    return commit
  }
  const here = existsSync(ref) ? `. Папку или архив укажите так: ./${ref}` : ''
  throw new Failure(`В репозитории нет версии ${ref}${here}`, 2)
}

/** Packs a folder, always into the same bytes, or copies an archive. */
async function packPath(path, archive) {
  if (!statSync(path).isDirectory()) {
    copyFileSync(path, archive)
    chmodSync(archive, 0o600)
    return
  }
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  const without = NOT_SHIPPED.map((name) => `--exclude=${name}`)
  await need(`${path} не читается`, 'tar', ['-cf', archive, ...same, ...without, '-C', path, '.'])
}

/** Returns the only folder of an archive that has one around its files. */
function topFolder(partial) {
  const names = readdirSync(partial)
  const [name] = names
  // A link would lead to another folder, which would be changed.
  return names.length === 1 && lstatSync(join(partial, name)).isDirectory() ? name : ''
}

async function digestOf(file) {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(file)) sum.update(chunk)
  return sum.digest('hex')
}

async function refuseOlder(installation, current, { version, commit }) {
  const running = releaseInfo(installation, current)
  const difference = compareVersions(version, running.version)
  const git = ['--git-dir', join(installation.root, 'repository.git'), 'merge-base', '--is-ancestor']
  const isAncestor =
    difference === 0 &&
    commit !== undefined &&
    running.commit !== undefined &&
    (await need('', 'git', [...git, commit, running.commit]).then(
      () => true,
      () => false,
    ))
  if (difference < 0 || isAncestor)
    throw new Failure(`Версия ${version} старше работающей ${current}. Вернуть прежнюю: --rollback`, 2)
}

function compareVersions(a, b) {
  const [numbers, others] = [a, b].map((version) =>
    version.split('.', 3).map((part) => Number.parseInt(part, 10)),
  )
  return numbers.map((number, at) => number - others[at]).find((difference) => difference !== 0) ?? 0
}

/** Installs and builds a release by its own scripts. */
async function build({ settingsToLink, variables }, dir, home, builder) {
  // Of the settings, packages and the app see only what is public in the app anyway.
  const passed = Object.entries({ ...process.env, HOME: home }).filter(([name]) => FOR_BUILDING.test(name))
  const visible = Object.entries(variables).filter(([name]) => BUILT_IN.test(name))
  const options = { cwd: dir, as: builder, env: Object.fromEntries([...passed, ...visible]) }
  const failed = 'Новая версия не собралась. Ничего не изменено'
  const setup = pathToFileURL(join(dir, 'scripts/setup.mjs'))
  const script = `const setup = await import('${setup}'); setup.ensureInstalled(); setup.ensureBuilt()`
  await need(failed, process.execPath, ['--input-type=module', '-e', script], options)
  if (!existsSync(join(dir, 'dist/index.html'))) throw new Failure(failed)
  // `npm start` may build again.
  if (!settingsToLink)
    await need(failed, 'npm', ['prune', '--omit=dev', '--ignore-scripts', '--loglevel=error'], options)
}

/**
 * Opens a complete release for reading, makes it root's own if root updates, so that the server cannot change its own
 * program, and describes it.
 */
async function finishRelease(sources, dir, info) {
  const failed = 'Права на новую версию не меняются'
  if (process.getuid?.() === 0) await need(failed, 'chown', ['-R', '-h', 'root:root', sources])
  await need(failed, 'chmod', ['-R', 'go-w,a+rX', sources])
  const file = join(dir, 'release.json')
  // A link that a package has left would lead elsewhere.
  rmSync(file, { force: true })
  writeFileSync(file, `${JSON.stringify(info)}\n`, { flag: 'wx' })
  // A release must not lose files with the machine's power after the switch.
  await need('Диск не отвечает', 'sync', ['-f', dir])
}

function readJson(file, message) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Failure(`${message} (${basename(dirname(file))})`)
  }
}
