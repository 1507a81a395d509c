import { join } from 'node:path'
import { readDatabaseLocation, readGlitchFactor, readImportLimits } from '../config.ts'
import { importDay } from '../features/notifications/import-day.ts'
import { removeDay } from '../features/notifications/remove-day.ts'
import type { Source } from '../features/sources/source.ts'
import { listSources } from '../features/sources/store.ts'
import { ImportError } from '../import/errors.ts'
import type { FieldFill } from '../import/filled-fields.ts'
import { importFile, MAX_BAD_PERCENT } from '../import/import-file.ts'
import type { ImportLimits } from '../import/limits.ts'
import { bundledMappings, loadMapping } from '../import/load-mapping.ts'
import type { Mapping } from '../import/mapping.ts'
import { formatRemarks } from '../import/remarks.ts'
import type { Db } from '../platform/db/db.ts'
import { openDatabase } from '../platform/db/open.ts'
import { makeMonths } from '../platform/db/price-months.ts'
import type { SnapshotKey } from '../prices/save-snapshot.ts'
import { createDraft } from '../prices/snapshot-draft.ts'
import { UsageError } from './command-line.ts'
import { dayInName, findFiles } from './find-files.ts'
import {
  type AskedFiles,
  DATE_IN_NAME,
  FROM_SOURCE,
  GUESSED,
  helpText,
  readArguments,
  readPastDate,
} from './import-arguments.ts'
import { progressText } from './import-progress.ts'
import { createProgressLine } from './progress-line.ts'
import { runCommand, say } from './run-command.ts'
import { sourceNamed } from './source-named.ts'

const SHOWN_REASONS = 5

const number = new Intl.NumberFormat('ru-RU')
/** Rounded down, so that 100 % means every record. */
const percent = new Intl.NumberFormat('ru-RU', { style: 'percent', roundingMode: 'floor' })

async function main(): Promise<void> {
  const asked = readArguments(process.argv.slice(2))
  if (asked.kind === 'help') return say(helpText(await bundledMappings()))
  const limits = readImportLimits(process.env)
  if (asked.kind === 'describe') return say(await (await guessing()).describe(asked.path, limits))
  const wanted = asked.kind === 'import' ? asked.files : []
  // Report mistakes in the mappings before opening anything.
  const checked = wanted.some(({ source }) => source !== null)
    ? undefined
    : await importedFiles(wanted, [], limits)
  const location = readDatabaseLocation(process.env)
  const glitchFactor = readGlitchFactor(process.env)
  const db = await openDatabase(location)
  try {
    if (asked.kind === 'remove') return await remove(db, { site: asked.site, day: asked.date }, glitchFactor)
    const files = checked ?? (await importedFiles(wanted, await listSources(db), limits))
    const rejectsDir = asked.rejectsDir ?? join(location.dataDir, 'rejects')
    await importAll(db, files, { rejectsDir, glitchFactor, limits })
  } finally {
    await db.close()
  }
}

/** Loaded when asked for, since most imports guess nothing. */
const guessing = () => import('./describe.ts')

interface ImportedFile {
  path: string
  site: string
  date: string
  mapping: Mapping
  maxBadPercent: number
  allowEmpty: string[]
}

/** @throws UsageError, ImportError */
async function importedFiles(
  asked: readonly AskedFiles[],
  sources: readonly Source[],
  limits: ImportLimits,
): Promise<ImportedFile[]> {
  const mappings = new Map<string, Mapping>()
  const loaded = async (name: string): Promise<Mapping> => {
    const mapping = mappings.get(name) ?? (await loadMapping(name))
    mappings.set(name, mapping)
    return mapping
  }
  const files: ImportedFile[] = []
  const days = new Map<string, string>()
  for (const { pattern, map, allowEmpty, ...options } of asked) {
    const source = options.source === null ? undefined : sourceNamed(sources, options.source)
    const site = source?.site ?? (options.site as string)
    const maxBadPercent = options.maxBadPercent ?? source?.maxBad ?? MAX_BAD_PERCENT
    for (const path of await findFiles(pattern)) {
      const date = options.date === DATE_IN_NAME ? readPastDate(dayInName(path), new Date()) : options.date
      const day = `${site} за ${date}`
      const other = days.get(day)
      if (other !== undefined) throw new UsageError(`Два файла для ${day}: ${other} и ${path}`)
      days.set(day, path)
      const mapping =
        map === GUESSED
          ? await (await guessing()).guessedMapping(path, limits)
          : map === FROM_SOURCE
            ? (source as Source).mapping
            : await loaded(map)
      files.push({ path, site, date, mapping, maxBadPercent, allowEmpty })
    }
  }
  return files
}

interface Import {
  rejectsDir: string
  glitchFactor: number
  limits: ImportLimits
}

/** Imports every file that can be imported. @throws ImportError if there are others */
async function importAll(db: Db, files: readonly ImportedFile[], settings: Import): Promise<void> {
  let failed = 0
  for (const file of files) {
    try {
      await importInto(db, { ...file, ...settings })
    } catch (error) {
      if (files.length === 1 || !(error instanceof ImportError)) throw error
      failed++
      process.stderr.write(`\n${file.site} за ${file.date} не загружен: ${error.message}\n`)
    }
  }
  if (failed > 0) throw new ImportError(`Не загружено файлов: ${failed} из ${files.length}`)
}

async function importInto(db: Db, asked: ImportedFile & Import): Promise<void> {
  const { site, date, glitchFactor } = asked
  const draft = createDraft()
  const progress = createProgressLine(process.stderr, progressText)
  // An error is told below the line of progress.
  const summary = await importFile({ ...asked, draft, onProgress: progress.update }).finally(progress.finish)
  await makeMonths(db, date)
  const saved = await db.transaction((sql) => importDay(sql, { site, day: date }, draft, glitchFactor))
  say(`${site} за ${date}: шин ${number.format(saved.tyres)}, предложений ${number.format(saved.offers)}`)
  if (draft.offers > saved.offers) {
    say(
      `Повторов той же шины на том же складе: ${number.format(draft.offers - saved.offers)}, взята меньшая цена`,
    )
  }
  for (const line of formatRemarks(summary.remarks, summary.numbered)) say(line)
  if (summary.others.count > 0) {
    const { count, examples } = summary.others
    say(
      `Не шины, пропущено: ${number.format(count)} (${examples.join('; ')}${count > examples.length ? '; …' : ''})`,
    )
  }
  sayFilled(summary.filled)
  if (saved.comparedWith) {
    say(`Сравнение с ${saved.comparedWith}: шин с новой ценой ${number.format(saved.moves.length)}`)
  }
  if (saved.notifications > 0) say(`Создано уведомлений: ${number.format(saved.notifications)}`)
  if (summary.rejectsFile) {
    const reasons = summary.reasons
      .slice(0, SHOWN_REASONS)
      .map(({ reason, count }) => `${reason} — ${number.format(count)}`)
    say(
      `Отклонено записей: ${number.format(summary.bad)} (${reasons.join(', ')}), подробности в ${summary.rejectsFile}`,
    )
  }
}

/** A field missing from most records is rarely intended, so it gets a warning of its own. */
const SPARSE = 0.5

function sayFilled(filled: readonly FieldFill[]): void {
  const text = (fields: readonly FieldFill[]) =>
    fields.map(({ field, share }) => `${field} ${percent.format(share)}`).join(', ')
  const sparse = filled.filter(({ share }) => share < SPARSE)
  say(`Заполнено: ${text(filled)}`)
  if (sparse.length > 0) say(`Внимание, почти пусто: ${text(sparse)}. Верно ли указано описание?`)
}

async function remove(db: Db, key: SnapshotKey, glitchFactor: number): Promise<void> {
  const removed = await db.transaction((sql) => removeDay(sql, key, glitchFactor))
  if (!removed) throw new ImportError(`Цен ${key.site} за ${key.day} нет`)
  const counted = [removed.tyres, removed.offers, removed.notifications, removed.renewed]
  const [tyres, offers, notifications, renewed] = counted.map((n) => number.format(n))
  const anew = removed.renewed > 0 ? `; создано заново уведомлений ${renewed}` : ''
  say(
    `${key.site} за ${key.day}: убрано: шин ${tyres}, предложений ${offers}, уведомлений ${notifications}${anew}`,
  )
}

await runCommand(main)
