import { join } from 'node:path'
import { formatFindingKeys } from '../../contract/sources/finding-keys.ts'
import { readDatabaseLocation, readGlitchFactor, readImportLimits, readOwnSites } from '../config.ts'
import { importDay } from '../features/sources/days/import-day.ts'
import { removeDay } from '../features/sources/days/remove-day.ts'
import type { Source } from '../features/sources/source.ts'
import { listSources } from '../features/sources/store.ts'
import { accountLines, findingText } from '../import/account-lines.ts'
import { ImportError, terminalText } from '../import/errors.ts'
import type { FieldFill } from '../import/filled-fields.ts'
import { importFile, MAX_BAD_PERCENT } from '../import/import-file.ts'
import type { ImportLimits } from '../import/limits.ts'
import { bundledMappings, loadMapping } from '../import/load-mapping.ts'
import type { Mapping } from '../import/mapping.ts'
import { formatRemarks } from '../import/remarks.ts'
import { readAccount } from '../mapping-guess/read-account.ts'
import type { Db } from '../platform/db/db.ts'
import { createMonthPartitions } from '../platform/db/price-months.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { openOwnSites } from '../prices/own-sites.ts'
import type { SnapshotKey } from '../prices/save-snapshot.ts'
import { createDraft } from '../prices/snapshot-draft.ts'
import { print, runCommand } from './command-line.ts'
import { withDatabase } from './database-location.ts'
import { dayInName, findFiles } from './find-files.ts'
import { sourceByName } from './find-source.ts'
import {
  DATE_IN_NAME,
  type FileArguments,
  FROM_SOURCE,
  GUESSED,
  helpText,
  readArguments,
  readPastDate,
} from './import-arguments.ts'
import { createProgressWriter, formatNumber, importProgressText } from './progress.ts'

const MAX_REASONS = 5

/** Format of shares; rounds down, so that 100 % means every record. */
const percent = new Intl.NumberFormat('ru-RU', { style: 'percent', roundingMode: 'floor' })

async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2))
  if (args.kind === 'help') return print(helpText(await bundledMappings()))
  const limits = readImportLimits(process.env)
  if (args.kind === 'describe') return print(await (await loadGuessing()).describeGuess(args.path, limits))
  const fileArguments = args.kind === 'import' ? args.files : []
  // Without sources, mistakes in the mappings are reported before the database is opened.
  const resolvedFiles = fileArguments.some(({ source }) => source !== null)
    ? undefined
    : await resolveFiles(fileArguments, [], limits)
  const location = readDatabaseLocation(process.env)
  const glitchFactor = readGlitchFactor(process.env)
  await withDatabase(location, async (db) => {
    if (args.kind === 'remove') return await remove(db, { site: args.site, day: args.date }, glitchFactor)
    const files = resolvedFiles ?? (await resolveFiles(fileArguments, await listSources(db), limits))
    const rejectsDir = args.rejectsDir ?? join(location.dataDir, 'rejects')
    await importAll(db, files, {
      wholeAccount: args.wholeAccount,
      rejectsDir,
      glitchFactor,
      limits,
      isOwnSite: (await openOwnSites(db, readOwnSites(process.env))).isOwnSite,
    })
  })
}

/** Loaded on demand, since most imports guess nothing. */
const loadGuessing = () => import('./describe.ts')

interface ResolvedFile {
  path: string
  site: string
  date: string
  mapping: Mapping
  maxBadPercent: number
  allowEmpty: string[]
  answered: string[]
  isGuessed: boolean
}

/**
 * Resolves the patterns, sources and mappings of the files to import.
 * @throws OperatorError, ImportError
 */
async function resolveFiles(
  args: readonly FileArguments[],
  sources: readonly Source[],
  limits: ImportLimits,
): Promise<ResolvedFile[]> {
  const mappings = new Map<string, Mapping>()
  const load = async (name: string): Promise<Mapping> => {
    const mapping = mappings.get(name) ?? (await loadMapping(name))
    mappings.set(name, mapping)
    return mapping
  }
  const files: ResolvedFile[] = []
  const days = new Map<string, string>()
  for (const { pattern, map, allowEmpty, answered, ...options } of args) {
    const source = options.source === null ? undefined : sourceByName(sources, options.source)
    const site = source?.site ?? (options.site as string)
    const maxBadPercent = options.maxBadPercent ?? source?.maxBad ?? MAX_BAD_PERCENT
    for (const path of await findFiles(pattern)) {
      const date = options.date === DATE_IN_NAME ? readPastDate(dayInName(path), new Date()) : options.date
      const day = `${site} за ${date}`
      const other = days.get(day)
      if (other !== undefined) throw new OperatorError(`Два файла для ${day}: ${other} и ${path}`)
      days.set(day, path)
      const common = { path, site, date, maxBadPercent, allowEmpty, answered }
      if (map === GUESSED) {
        const mapping = await (await loadGuessing()).guessedMapping(path, limits)
        files.push({ ...common, mapping, isGuessed: true })
        continue
      }
      const mapping = map === FROM_SOURCE ? (source as Source).mapping : await load(map)
      files.push({ ...common, mapping, isGuessed: false })
    }
  }
  return files
}

interface ImportSettings {
  wholeAccount: boolean
  rejectsDir: string
  glitchFactor: number
  isOwnSite(host: string): boolean
  limits: ImportLimits
}

/**
 * Imports every file that can be imported.
 * @throws ImportError afterwards if a file could not be imported
 */
async function importAll(db: Db, files: readonly ResolvedFile[], settings: ImportSettings): Promise<void> {
  let failed = 0
  for (const file of files) {
    try {
      if (!(await importOne(db, { ...file, ...settings }))) process.exitCode = ASKED
    } catch (error) {
      if (files.length === 1 || !(error instanceof ImportError)) throw error
      failed++
      process.stderr.write(`\n${file.site} за ${file.date} не загружен: ${terminalText(error)}\n`)
    }
  }
  if (failed > 0) throw new ImportError(`Не загружено файлов: ${failed} из ${files.length}`)
}

/** Returns a line with names of a list, none of which can end it or affect the terminal. */
const printable = (line: string): string => line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')

/** Exit code of an import that a finding has kept from being saved. */
const ASKED = 3

/** @returns false if a finding of a guess waits for an answer, and nothing was saved */
async function importOne(db: Db, args: ResolvedFile & ImportSettings): Promise<boolean> {
  const { site, date, glitchFactor, isOwnSite, path, mapping, limits } = args
  const draft = createDraft(date)
  const progress = createProgressWriter(process.stderr, importProgressText)
  // The progress line is finished first, so that an error is printed below it.
  const summary = await importFile({ ...args, draft, onProgress: progress.update }).finally(progress.finish)
  const account = await readAccount(path, mapping, summary.reading, limits, { ...args, day: date })
  const waiting = args.isGuessed ? account.findings.filter(({ holds }) => holds) : []
  if (waiting.length > 0) {
    process.stderr.write(`${site} за ${date} не загружен, нужен ответ:\n`)
    for (const finding of waiting)
      process.stderr.write(`  ${formatFindingKeys([finding.key])}: ${printable(findingText(finding))}\n`)
    const keys = formatFindingKeys(waiting.map(({ key }) => key))
    process.stderr.write(
      `Если всё верно, добавьте --right '${keys}'; иначе сохраните описание (--describe) и поправьте его.\n`,
    )
    return false
  }
  await createMonthPartitions(db, date)
  const saved = await db.transaction((sql) =>
    importDay(sql, { site, day: date }, draft, { isOwnSite, glitchFactor }),
  )
  print(`${site} за ${date}: шин ${formatNumber(saved.tyres)}, предложений ${formatNumber(saved.offers)}`)
  const apart = draft.list.filter(({ condition }) => condition !== 'new')
  if (apart.length > 0)
    print(`Не новых (б/у, уценка, восстановленные): ${formatNumber(apart.length)}, ни с чем не сравниваются`)
  const repeated = draft.offers - apart.reduce((sum, { offers }) => sum + offers, 0) - saved.offers
  if (repeated > 0)
    print(`Повторов той же шины на том же складе: ${formatNumber(repeated)}, взята меньшая цена`)
  for (const line of formatRemarks(summary.remarks, summary.numbered)) print(line)
  if (summary.others.count > 0) {
    const { count, examples } = summary.others
    print(
      `Не шины, пропущено: ${formatNumber(count)} (${examples.join('; ')}${count > examples.length ? '; …' : ''})`,
    )
  }
  for (const line of accountLines(account, args.wholeAccount)) print(printable(line))
  printFilled(summary.filled)
  if (saved.comparedWith) {
    print(`Сравнение с ${saved.comparedWith}: шин с новой ценой ${formatNumber(saved.moves.length)}`)
  }
  if (saved.notifications > 0) print(`Создано уведомлений: ${formatNumber(saved.notifications)}`)
  if (summary.rejectsFile) {
    const reasons = summary.reasons
      .slice(0, MAX_REASONS)
      .map(({ reason, count }) => `${reason} — ${formatNumber(count)}`)
    print(
      `Отклонено записей: ${formatNumber(summary.bad)} (${reasons.join(', ')}), подробности в ${summary.rejectsFile}`,
    )
  }
  return true
}

/** Share of records below which a field gets a warning: a field missing from most records is rarely intended. */
const SPARSE_SHARE = 0.5
const IDENTIFIERS = new Set<string>(['code', 'barcode'])

function printFilled(filled: readonly FieldFill[]): void {
  const text = (fields: readonly FieldFill[]) =>
    fields.map(({ field, share }) => `${field} ${percent.format(share)}`).join(', ')
  // Further identifiers that a list does not have are no news.
  const present = filled.filter(({ field, share }) => share > 0 || !IDENTIFIERS.has(field))
  const sparse = present.filter(({ share }) => share < SPARSE_SHARE)
  print(`Заполнено: ${text(present)}`)
  if (sparse.length > 0) print(`Внимание, почти пусто: ${text(sparse)}. Верно ли указано описание?`)
}

async function remove(db: Db, key: SnapshotKey, glitchFactor: number): Promise<void> {
  const removed = await db.transaction((sql) => removeDay(sql, key, glitchFactor))
  if (!removed) throw new ImportError(`Цен ${key.site} за ${key.day} нет`)
  const counted = [removed.tyres, removed.offers, removed.notifications, removed.renewed]
  const [tyres, offers, notifications, renewed] = counted.map((n) => formatNumber(n))
  const anew = removed.renewed > 0 ? `; создано заново уведомлений ${renewed}` : ''
  print(
    `${key.site} за ${key.day}: убрано: шин ${tyres}, предложений ${offers}, уведомлений ${notifications}${anew}`,
  )
}

await runCommand(main)
