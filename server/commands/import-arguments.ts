import { isAfterTomorrow, isIsoDate, isoToday } from '../../contract/lib/dates.ts'
import { hostName, isHostName } from '../../contract/lib/host-name.ts'
import { parseFindingKeys } from '../../contract/sources/finding-keys.ts'
import { MAX_BAD_PERCENT } from '../import/import-file.ts'
import { CANONICAL } from '../import/load-mapping.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { readCommandLine } from './command-line.ts'

/** Files to import, with the options given for them. */
export interface FileArguments {
  /** path, or pattern that matches several files (find-files.ts) */
  pattern: string
  /** source whose site, mapping and share of bad records are used; null if none is given */
  source: string | null
  /** host name in lower case without www; null for that of the source */
  site: string | null
  /** ISO date; 'name' to take it from the file's name */
  date: string
  /** path or name of a mapping; FROM_SOURCE or GUESSED */
  map: string | typeof FROM_SOURCE | typeof GUESSED
  /** null for that of the source */
  maxBadPercent: number | null
  allowEmpty: string[]
  /** keys of findings that the person has called right */
  answered: string[]
}

export type ImportArguments =
  | { kind: 'help' }
  | { kind: 'describe'; path: string }
  | { kind: 'import'; files: FileArguments[]; rejectsDir: string | undefined; wholeAccount: boolean }
  | { kind: 'remove'; site: string; date: string }

const OPTIONS = {
  source: { type: 'string' },
  site: { type: 'string' },
  date: { type: 'string' },
  map: { type: 'string' },
  guess: { type: 'boolean' },
  describe: { type: 'boolean' },
  rejects: { type: 'string' },
  'max-bad': { type: 'string' },
  'allow-empty': { type: 'string' },
  right: { type: 'string' },
  account: { type: 'boolean' },
  remove: { type: 'boolean' },
} as const

/** Value of `map` for the mapping of the source. */
export const FROM_SOURCE = Symbol('the source has it')
export const GUESSED = Symbol('guessed from the file')

/** Value of `date` for the date in the file's name. */
export const DATE_IN_NAME = 'name'

/** Options that may differ from file to file. */
type FileOptions = Partial<
  Record<'source' | 'site' | 'date' | 'map' | 'max-bad' | 'allow-empty' | 'right', string>
> & {
  guess?: boolean
}

/**
 * Parses the command line of an import. An option applies to the files after it; options after the last file apply to
 * all files that have none of their own.
 * @param now supplies the day if `--date` is missing
 * @throws OperatorError
 */
export function readArguments(argv: readonly string[], now: Date = new Date()): ImportArguments {
  const { values, positionals, tokens } = readCommandLine(argv, OPTIONS)
  if (values.help) return { kind: 'help' }
  if (values.remove) {
    if (positionals.length > 0) throw new OperatorError(`С --remove файл не нужен: ${positionals.join(' ')}`)
    if (values.date === undefined) throw new OperatorError('Не указан день: --date 2026-04-18')
    return { kind: 'remove', site: readSite(values.site), date: readDate(values.date) }
  }
  if (values.describe) {
    const [path, ...others] = positionals
    if (path === undefined) throw new OperatorError('Не указан файл прайс-листа')
    if (others.length > 0)
      throw new OperatorError(`Описывается один файл за раз, лишнее: ${others.join(' ')}`)
    return { kind: 'describe', path }
  }
  if (positionals.length === 1 && values.guess && values.map !== undefined) {
    throw new OperatorError('Из --guess и --map можно указать одно')
  }
  const found: { pattern: string; options: FileOptions }[] = []
  let options: FileOptions = {}
  let trailing: FileOptions = {}
  for (const token of tokens) {
    if (token.kind === 'option') {
      const given = optionOf(token.name, token.value)
      options = { ...options, ...given }
      trailing = { ...trailing, ...given }
    } else if (token.kind === 'positional') {
      found.push({ pattern: token.value, options })
      trailing = {}
    }
  }
  if (found.length === 0) throw new OperatorError('Не указан файл прайс-листа')
  const files = found.map((file) => fileArguments(file.pattern, { ...trailing, ...file.options }, now))
  return { kind: 'import', files, rejectsDir: values.rejects, wholeAccount: values.account === true }
}

/** Returns the option; the later one of --map and --guess, and of --source and --site, overrides the other. */
function optionOf(name: string, value: string | undefined): FileOptions {
  if (name === 'guess') return { guess: true }
  if (value === undefined) return {}
  if (name === 'map') return { map: value, guess: false }
  if (name === 'source') return { source: value, site: '' }
  if (name === 'site') return { site: value, source: '' }
  return { [name]: value }
}

function fileArguments(pattern: string, options: FileOptions, now: Date): FileArguments {
  const { source = '', site, date, map, guess } = options
  const hasSource = source !== ''
  const maxBad = options['max-bad']
  return {
    pattern,
    source: hasSource ? source : null,
    site: hasSource ? null : readSite(site),
    date: date === DATE_IN_NAME ? DATE_IN_NAME : readPastDate(date ?? isoToday(now), now),
    map: guess ? GUESSED : (map ?? (hasSource ? FROM_SOURCE : CANONICAL)),
    maxBadPercent: maxBad === undefined && hasSource ? null : readPercent(maxBad ?? String(MAX_BAD_PERCENT)),
    allowEmpty: (options['allow-empty'] ?? '').split(',').filter(Boolean),
    answered: parseFindingKeys(options.right ?? ''),
  }
}

function readSite(text: string | undefined): string {
  if (text === undefined) throw new OperatorError('Не указан сайт: --site example.ru')
  const site = hostName(text)
  if (!isHostName(site)) throw new OperatorError(`Сайт «${text}» — не имя сайта, нужно вроде example.ru`)
  return site
}

function readDate(text: string): string {
  if (!isIsoDate(text)) throw new OperatorError(`Дата «${text}» неверна: нужна дата вида 2026-04-18`)
  return text
}

/** Parses the date of an import. Removals accept future days too, since older versions could import them. */
export function readPastDate(text: string, now: Date): string {
  const date = readDate(text)
  if (isAfterTomorrow(date, now)) throw new OperatorError(`Дата «${text}» ещё не наступила: верен ли год?`)
  return date
}

function readPercent(text: string): number {
  const percent = /^\d{1,3}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  if (!(percent <= 100)) throw new OperatorError(`--max-bad «${text}»: нужно число процентов от 0 до 100`)
  return percent
}

/** @param mappings names of the bundled mappings */
export function helpText(mappings: readonly string[]): string {
  return `Импорт прайс-листов: файл — цены одного сайта за один день

  npm run import -- --site example.ru [--date 2026-04-18] [--map ОПИСАНИЕ] ФАЙЛ …

  ФАЙЛ            CSV, XLSX, XLS, JSON, JSONL, XML или YML, можно сжатый gzip или zip
  --site САЙТ     имя сайта, которому принадлежат цены
  --source ИМЯ    вместо сайта и описания: источник, у которого они есть (npm run sources -- list)
  --date ДАТА     день цен, ГГГГ-ММ-ДД; по умолчанию сегодня; name — взять из имени файла
  --map ОПИСАНИЕ  файл описания или имя готового: ${mappings.join(', ')};
                  по умолчанию ${CANONICAL} — собственный формат
  --guess         угадать описание по самому файлу
  --rejects ПАПКА куда писать отклонённые записи; по умолчанию rejects в DATA_DIR
  --max-bad N     сколько процентов плохих записей допустимо; по умолчанию ${MAX_BAD_PERCENT}
  --allow-empty A,B  поля описания, которые могут быть пусты во всех записях
  --right КЛЮЧИ   находки, с которыми всё верно, через запятую: ключ стоит перед каждой
  --account       весь отчёт о чтении: листы, колонки, записи, изменённые значения
  --help          эта справка

День сайта заменяется целиком или не меняется вовсе. Файлов может быть много, в том числе по образцу; параметры
относятся к файлам после них:

  npm run import -- --date name --site a.ru 'a-*.csv' --site b.ru --map b.json b-2026-04-18.xml

Ошибка в одном файле не мешает остальным. Если угаданное описание оставило вопрос, прайс-лист не загружается, а команда
заканчивается кодом 3 и называет ответ.

  npm run import -- --describe ФАЙЛ

показывает, что угадано в файле и насколько уверенно, и описание, чтобы сохранить и поправить его.

  npm run import -- --remove --site example.ru --date 2026-04-18

убирает день сайта вместе с его уведомлениями.`
}
