// The update as a sequence of steps. The journal names the step that has begun; each step can be repeated, so that an
// update that was killed is continued from there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeOld, removePartial } from './installation.mjs'
import { prepareRelease, releaseInfo } from './release.mjs'
import { Failure, need, say, withoutInterruptions } from './run.mjs'

/** Steps during which the service is away; a failure of any is rolled back. */
const SWITCH_STEPS = ['stop', 'migrate', 'switch', 'start', 'check']
/** Exit code if neither version is ready. */
export const NEITHER = 3

export function createUpdate(installation, service, { keep, reserveMegabytes, builder }) {
  const { record, journal } = installation
  const versionOf = (id) => releaseInfo(installation, id).version

  const STEPS = {
    stop: () => service.stop(),
    migrate: ({ to }) => migrate(installation, to),
    switch: async ({ to }) => installation.switchTo(to),
    start: () => service.start(),
    check: ({ to }) => service.ready(versionOf(to)),
  }

  /** Records the end of an update or the way back, neither of which a full disk must prevent. */
  function note(entry) {
    try {
      return record(entry)
    } catch (error) {
      say(`Журнал не записан: ${error.message}`)
      return entry
    }
  }

  /** Runs the steps from `first` on, and rolls back if one fails. */
  async function switchOver(entry, first = 'stop') {
    const stopped = Date.now()
    let begun = entry
    try {
      for (const step of SWITCH_STEPS.slice(SWITCH_STEPS.indexOf(first))) {
        begun = record({ ...entry, step })
        await STEPS[step](begun)
      }
    } catch (error) {
      await rollBack(note({ ...begun, step: 'rollback', failed: begun.step, reason: error.message }))
      throw new Failure(`Обновление до ${entry.to} отменено: ${error.message}`)
    }
    note({ ...entry, step: 'done' })
    say(`Работает версия ${entry.to}; служба не отвечала ${((Date.now() - stopped) / 1000).toFixed(1)} с`)
  }

  /** Returns to the former release. Its program works on the newer tables, so no data is discarded. */
  async function rollBack(entry) {
    const { from, to, reason, backup } = entry
    say(from ? `${reason}\nВозвращается прежняя версия ${from}` : reason)
    try {
      if (entry.failed === 'stop') {
        // The service may still run, and its commands may be wrong.
        await service.start().catch((error) => say(error.message))
      } else {
        await service.stop()
        if (!from) installation.switchToNothing()
        else if (from !== installation.current()) installation.switchTo(from)
        if (from) await service.start()
      }
      if (from) await service.ready(versionOf(from))
    } catch (error) {
      const help = backup ? `\nРезервная копия: ${backup}` : ''
      const versions = from ? `Не готовы ни ${to}, ни ${from}` : `Версия ${to} не готова`
      throw new Failure(`${versions}: ${error.message}${help}`, NEITHER)
    }
    note({ ...entry, step: 'rolled-back' })
    if (from) say(`Работает прежняя версия ${from}`)
  }

  return {
    /** Finishes what a killed update has begun. @returns whether that was a rollback */
    async finish() {
      const entry = journal()
      const isSwitching = SWITCH_STEPS.includes(entry.step)
      if (isSwitching) {
        say(`Продолжается прерванное обновление до ${entry.to}`)
        // Before the switch somebody may have started the former version again.
        const first = ['start', 'check'].includes(entry.step) ? entry.step : 'stop'
        await withoutInterruptions(() => switchOver(entry, first))
      } else if (entry.step === 'rollback') await withoutInterruptions(() => rollBack(entry))
      removePartial(installation)
      return entry.step === 'rollback'
    },

    /** Updates to a release. */
    async update(source) {
      const from = installation.current()
      const to = await prepareRelease(installation, source, { reserveMegabytes, builder })
      if (to === from) return say(`Версия ${to} уже работает`)
      if (from && !(await service.isReady())) say(`Работающая версия ${from} сейчас не готова`)
      // A new installation's PostgreSQL has no tables yet.
      const isNew = !from && Boolean(installation.variables.DATABASE_URL)
      const backup = isNew ? undefined : await saveBackup(installation, to)
      await withoutInterruptions(() => switchOver({ from, to, backup }))
      removeOld(installation, keep, [to, from])
    },

    /** Returns to the release before the last update. */
    async rollBackByHand() {
      const { step, from, to, backup } = journal()
      const isPossible =
        step === 'done' && from && to === installation.current() && existsSync(installation.releaseDir(from))
      if (!isPossible)
        throw new Failure('Возвращаться не к чему: последнее обновление уже отменено или его не было', 2)
      const reason = `Версия ${to} отменяется`
      await withoutInterruptions(() => rollBack(record({ step: 'rollback', from, to, backup, reason })))
    },
  }
}

/** Runs a command of a release on the data, as their owner. */
function command(installation, id, message, file, ...args) {
  const dir = installation.releaseDir(id)
  return need(message, join(dir, 'node_modules/node/bin/node'), [join(dir, file), ...args], {
    cwd: dir,
    env: installation.commandEnv(),
    as: installation.owner,
  })
}

const hasDatabase = ({ variables, dataDir }) =>
  !variables.BACKEND_URL && (Boolean(variables.DATABASE_URL) || existsSync(join(dataDir, 'prices.sqlite')))

/**
 * Saves the database and checks the copy, while the service runs. The command is that of the new release, which may
 * have to restore it.
 * @returns its path; undefined without data
 */
async function saveBackup(installation, id) {
  if (!hasDatabase(installation)) return undefined
  const time = new Date().toISOString().slice(0, 19).replace(/:/g, '-')
  const file = join(installation.backups, `update-${time}-${id}.backup`)
  const failed = 'Резервная копия не получилась. Ничего не изменено'
  await command(installation, id, failed, 'server/commands/backup.ts', '--force', file)
  await command(installation, id, failed, 'server/commands/restore.ts', '--check', file)
  return file
}

/** Migrates the tables. Versions without a command for it do so when they start. */
async function migrate(installation, id) {
  const file = 'server/commands/migrate.ts'
  if (!hasDatabase(installation) || !existsSync(join(installation.releaseDir(id), file))) return
  await command(installation, id, 'Таблицы не обновились', file)
}
