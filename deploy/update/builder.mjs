// The user who installs packages and builds if root updates. Packages run code of strangers, so that this user owns
// nothing but the folders of a build, and reads neither data nor backups nor settings.
import { existsSync, statSync } from 'node:fs'
import { Failure, need } from './run.mjs'

/** Number of a user that needs no entry in /etc/passwd. */
const NUMBER = /^\d+$/

/**
 * Returns the user who builds, whom root creates on first use; undefined unless root updates.
 * @throws Failure for root and for the owner of the data
 */
export async function openBuilder(name, { dataDir }) {
  if (process.getuid?.() !== 0) return undefined
  const builder = await userOf(name)
  if (builder.uid === 0 || builder.uid === statSync(dataDir).uid)
    throw new Failure(
      `Версию собирает отдельный пользователь, а не ${name}: укажите другого, --build-user`,
      2,
    )
  await endBuild(builder)
  return builder
}

async function userOf(name) {
  if (NUMBER.test(name)) return { name, uid: Number(name), gid: Number(name) }
  const entry = () => need('', 'getent', ['passwd', name], { capture: true }).catch(() => '')
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/',
    '--shell',
    '/usr/sbin/nologin',
  ]
  if (!(await entry())) await need(`Пользователь ${name} не создаётся`, 'useradd', [...options, name])
  const [, , uid, gid] = (await entry()).split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}

/** Refuses an installation whose data, backups or settings the builder can read. @throws Failure */
export async function requireClosed(builder, { dataDir, backups, envFile }) {
  if (!builder) return
  for (const path of [dataDir, backups, envFile].filter(existsSync)) {
    // Whoever may enter a folder may read files in it.
    const isOpen = statSync(path).isDirectory() ? ['-r', path, '-o', '-x', path] : ['-r', path]
    const canRead = await need('', 'test', isOpen, { as: builder }).then(
      () => true,
      () => false,
    )
    if (canRead)
      throw new Failure(
        `${path} может читать ${builder.name}, кто собирает версию из чужих пакетов. Закройте: chmod o= ${path}`,
        2,
      )
  }
}

/** Ends what the builder's packages have left running, and could change files while they become root's. */
export async function endBuild(builder) {
  if (!builder) return
  const script = 'kill -s KILL -- -1 2>/dev/null; true'
  await need('Процессы сборки не заканчиваются', '/bin/sh', ['-c', script], { as: builder })
}
