import { parseArgs } from 'node:util'
import { isIsoDate, isoToday } from '../../../contract/dates.ts'
import { hostName } from '../../../contract/host-name.ts'
import { ImportError } from './import-error.ts'
import { MAX_BAD_PERCENT } from './import-file.ts'
import { CANONICAL } from './load-mapping.ts'

/** What the command line asks for. */
export type ImportArguments =
  | { kind: 'help' }
  | {
      kind: 'import'
      path: string
      /** host name in small letters without www */
      site: string
      /** ISO date */
      date: string
      /** a mapping's file or bare name */
      map: string
      rejectsDir: string
      maxBadPercent: number
    }

const OPTIONS = {
  site: { type: 'string' },
  date: { type: 'string' },
  map: { type: 'string' },
  rejects: { type: 'string' },
  'max-bad': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const REJECTS_DIR = 'data/rejects'

/** Labels of letters, digits and inner hyphens, of any alphabet (шины.рф), at least two of them. */
const HOST = /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/**
 * Reads the command line of an import.
 * @param now gives the day where `--date` does not
 * @throws ImportError in words for the person at the terminal
 */
export function readArguments(argv: readonly string[], now: Date = new Date()): ImportArguments {
  const { values, positionals } = parsed(argv)
  if (values.help) return { kind: 'help' }
  const [path, ...others] = positionals
  if (path === undefined) throw new ImportError('Не указан файл прайс-листа')
  if (others.length > 0) throw new ImportError(`Импортируется один файл за раз, лишнее: ${others.join(' ')}`)
  return {
    kind: 'import',
    path,
    site: readSite(values.site),
    date: readDate(values.date ?? isoToday(now)),
    map: values.map ?? CANONICAL,
    rejectsDir: values.rejects ?? REJECTS_DIR,
    maxBadPercent: readPercent(values['max-bad'] ?? String(MAX_BAD_PERCENT)),
  }
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    const unknown = /'(--?[^' ]+)/.exec((error as Error).message)?.[1]
    throw new ImportError(
      unknown === undefined
        ? (error as Error).message
        : `Неверный параметр ${unknown}; все параметры покажет --help`,
    )
  }
}

function readSite(text: string | undefined): string {
  if (text === undefined) throw new ImportError('Не указан сайт: --site example.ru')
  const site = hostName(text)
  if (!HOST.test(site)) throw new ImportError(`Сайт «${text}» — не имя сайта, нужно вроде example.ru`)
  return site
}

function readDate(text: string): string {
  if (!isIsoDate(text)) throw new ImportError(`Дата «${text}» неверна: нужна дата вида 2026-04-18`)
  return text
}

function readPercent(text: string): number {
  const percent = /^\d{1,3}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  if (!(percent <= 100)) throw new ImportError(`--max-bad «${text}»: нужно число процентов от 0 до 100`)
  return percent
}

/** @param mappings the bare names of the mappings that come with the project */
export function helpText(mappings: readonly string[]): string {
  return `Импорт прайс-листа за один день одного сайта

  npm run import -- --site example.ru [--date 2026-04-18] [--map ОПИСАНИЕ] ФАЙЛ

  ФАЙЛ            CSV, XLSX, JSON, JSONL или XML, можно сжатый gzip
  --site САЙТ     имя сайта, которому принадлежат цены
  --date ДАТА     день цен, ГГГГ-ММ-ДД; по умолчанию сегодня
  --map ОПИСАНИЕ  файл описания или имя готового: ${mappings.join(', ')};
                  по умолчанию ${CANONICAL} — собственный формат
  --rejects ПАПКА куда писать отклонённые записи; по умолчанию ${REJECTS_DIR}
  --max-bad N     сколько процентов плохих записей допустимо; по умолчанию ${MAX_BAD_PERCENT}
  --help          эта справка

День сайта заменяется целиком или не меняется вовсе.`
}
