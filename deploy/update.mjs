// Updates an installation (docs/operating.md, "Starting and updating"). Plain JavaScript without packages, because it
// runs before anything is installed.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBuilder } from './update/builder.mjs'
import { lockInstallation, openInstallation } from './update/installation.mjs'
import { Failure, handleSignals, say, shareLock } from './update/run.mjs'
import { createService, readyUrlOf } from './update/service.mjs'
import { createUpdate, NEITHER } from './update/steps.mjs'

const HELP = `Обновление установки

  node deploy/update.mjs [ПАРАМЕТРЫ] ВЕРСИЯ        метка, ветка или коммит репозитория --from
  node deploy/update.mjs [ПАРАМЕТРЫ] ПАПКА|АРХИВ   исходники в папке или архиве tar: путь с / или ./ в начале
  node deploy/update.mjs --rollback                вернуть версию, которая работала до обновления
  node deploy/update.mjs --resume                  закончить прерванное обновление

  --root ПАПКА           установка: releases/, current, data/, backups/, .env.local
  --from РЕПОЗИТОРИЙ     адрес или папка git
  --env-file ФАЙЛ        настройки сервера (по умолчанию .env.local установки)
  --data-dir, --backups ПАПКА   данные (по умолчанию DATA_DIR из настроек, иначе data) и копии (backups)
  --build-user ИМЯ|НОМЕР кто собирает версию, если обновляет root (по умолчанию tyre-prices-build, будет создан)
  --service ИМЯ          служба systemd (по умолчанию tyre-prices)
  --stop-command, --start-command КОМАНДА   вместо systemctl stop и start
  --ready-url АДРЕС      по умолчанию /readyz на HOST и PORT из настроек
  --ready-seconds ЧИСЛО  сколько ждать готовности (60)
  --keep ЧИСЛО           сколько версий и копий оставить (3)
  --reserve-mb ЧИСЛО     сколько места на диске оставить свободным (512)

Установка в /opt/tyre-prices имеет настройки в /etc/tyre-prices/settings, данные в /var/lib/tyre-prices, копии в
/var/backups/tyre-prices. Параметры можно записать в update.config.json установки: { "from": "…", "service": "…" }.
Новая версия собирается рядом, база копируется и копия проверяется, потом служба останавливается, таблицы обновляются, служба
запускается в новой версии. Если она не готова, возвращается прежняя. Код выхода: 0 – готово, 1 – работает прежняя версия, 2 – отказ,
ничего не начато, 3 – не готова ни одна.`

/** Places of an installation with the service's units. */
const AS_A_SERVICE = {
  root: '/opt/tyre-prices',
  'env-file': '/etc/tyre-prices/settings',
  'data-dir': '/var/lib/tyre-prices',
  backups: '/var/backups/tyre-prices',
}

const text = { type: 'string' }
const OPTIONS = {
  root: text,
  from: text,
  'env-file': text,
  'data-dir': text,
  backups: text,
  'build-user': text,
  service: text,
  'stop-command': text,
  'start-command': text,
  'ready-url': text,
  'ready-seconds': text,
  keep: text,
  'reserve-mb': text,
  rollback: { type: 'boolean' },
  resume: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

function readCommandLine() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new Failure(`${error.message}\nВсе параметры покажет --help`, 2)
  }
}

/** Returns the settings of the installation, which the command line overrides. */
function readSettings(given) {
  // This file is in releases/ID/deploy/.
  const root = resolve(given.root ?? join(import.meta.dirname, '../../..'))
  if (!given.root && !existsSync(join(root, 'releases')))
    throw new Failure('Укажите установку: --root ПАПКА', 2)
  const settings = {
    service: 'tyre-prices',
    'build-user': 'tyre-prices-build',
    ...(root === AS_A_SERVICE.root && AS_A_SERVICE),
    ...readStored(join(root, 'update.config.json')),
    ...given,
    root,
  }
  const number = (name, otherwise) => {
    const value = Number(settings[name] ?? otherwise)
    if (!Number.isInteger(value) || value < 1) throw new Failure(`--${name}: нужно целое число от 1`, 2)
    return value
  }
  return {
    ...settings,
    envFile: resolve(root, settings['env-file'] ?? '.env.local'),
    dataDir: settings['data-dir'],
    readySeconds: number('ready-seconds', 60),
    keep: number('keep', 3),
    reserveMegabytes: number('reserve-mb', 512),
  }
}

function readStored(file) {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Failure(`${file} не читается: ${error.message}`, 2)
  }
}

/** Beginning of a path, which no version of git has. */
const PATH = /^\.{0,2}(?:\/|$)/

/** Returns the source of the new release: a path, or otherwise always a version, whatever files are here. */
function readSource([wanted, ...others], { from }) {
  if (!wanted || others.length > 0) throw new Failure(`Укажите одну версию\n\n${HELP}`, 2)
  if (PATH.test(wanted)) {
    if (existsSync(wanted)) return { path: wanted }
    throw new Failure(`Нет папки или архива ${wanted}`, 2)
  }
  if (!from)
    throw new Failure(
      `Для версии ${wanted} укажите --from РЕПОЗИТОРИЙ, а папку или архив – так: ./${wanted}`,
      2,
    )
  return { repository: from, ref: wanted }
}

async function main() {
  const { values, positionals } = readCommandLine()
  if (values.help) return say(HELP)
  const settings = readSettings(values)
  const source = values.rollback || values.resume ? undefined : readSource(positionals, settings)
  process.umask(0o022)
  shareLock(lockInstallation(settings.root))
  const installation = openInstallation(settings)
  const service = createService({
    stopCommand: settings['stop-command'] ?? `systemctl stop ${quote(settings.service)}`,
    startCommand: settings['start-command'] ?? `systemctl start ${quote(settings.service)}`,
    readyUrl: settings['ready-url'] ?? readyUrlOf(installation.variables),
    readySeconds: settings.readySeconds,
  })
  handleSignals()
  const builder = await openBuilder(settings['build-user'], installation)
  const update = createUpdate(installation, service, { ...settings, builder })
  const rolledBack = await update.finish().catch((error) => {
    // A new version may be what helps.
    if (error.code !== NEITHER || !source) throw error
    say(error.message)
  })
  if (source) await update.update(source)
  // An interrupted rollback was what --rollback asked for.
  else if (values.rollback && !rolledBack) await update.rollBackByHand()
}

const quote = (name) => `'${name.replaceAll("'", "'\\''")}'`

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`)
  process.exit(error instanceof Failure ? error.code : 1)
}
