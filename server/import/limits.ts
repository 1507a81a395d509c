import { ImportError } from './errors.ts'

/**
 * Limits on the resources that one file may use. Price lists come from other people's servers, and a broken or
 * hostile file must not exhaust the machine's memory or time; each limit is several times what the largest known
 * price lists need.
 */
const LIMITS = {
  seconds: {
    variable: 'IMPORT_MAX_SECONDS',
    usual: 45,
    message: (n) => `Чтение заняло больше ${n} с процессорного времени`,
  },
  lookSeconds: {
    variable: 'IMPORT_MAX_LOOK_SECONDS',
    usual: 10,
    message: (n) => `Просмотр начала файла занял больше ${n} с процессорного времени`,
  },
  unpackedMegabytes: {
    variable: 'IMPORT_MAX_UNPACKED_MB',
    usual: 1_024,
    message: (n) => `Файл в распакованном виде больше ${n} МБ`,
  },
  workbookMegabytes: {
    variable: 'IMPORT_MAX_XLSX_MB',
    usual: 100,
    message: (n) => `Файл XLSX больше ${n} МБ`,
  },
  xlsMegabytes: {
    variable: 'IMPORT_MAX_XLS_MB',
    usual: 30,
    message: (n) => `Файл XLS больше ${n} МБ`,
  },
  sharedStrings: {
    variable: 'IMPORT_MAX_SHARED_STRINGS',
    usual: 500_000,
    message: (n) => `В файле XLSX больше ${n} общих строк`,
  },
  recordChars: {
    variable: 'IMPORT_MAX_RECORD_CHARS',
    usual: 1_000_000,
    message: (n) => `Запись или поле длиннее ${n} знаков`,
  },
  depth: { variable: 'IMPORT_MAX_DEPTH', usual: 64, message: (n) => `Вложенность глубже ${n} уровней` },
  nameChars: {
    variable: 'IMPORT_MAX_NAME_CHARS',
    usual: 500,
    message: (n) => `Название поля вместе с путём к нему длиннее ${n} знаков`,
  },
  records: {
    variable: 'IMPORT_MAX_RECORDS',
    usual: 2_000_000,
    message: (n) => `В файле больше ${n} записей`,
  },
  offers: {
    variable: 'IMPORT_MAX_OFFERS',
    usual: 1_500_000,
    message: (n) => `В файле больше ${n} предложений`,
  },
  tyres: { variable: 'IMPORT_MAX_TYRES', usual: 80_000, message: (n) => `В файле больше ${n} разных шин` },
  texts: {
    variable: 'IMPORT_MAX_TEXT_CHARS',
    usual: 20_000_000,
    message: (n) => `Описания всех шин вместе длиннее ${n} знаков`,
  },
  values: {
    variable: 'IMPORT_MAX_VALUES',
    usual: 10_000,
    message: (n) => `В одном из полей больше ${n} разных значений`,
  },
} satisfies Record<string, { variable: string; usual: number; message(limit: string): string }>

export type LimitName = keyof typeof LIMITS
export type ImportLimits = Readonly<Record<LimitName, number>>

const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

const each = (value: (name: LimitName) => number): ImportLimits =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, value(name)])) as ImportLimits

export const USUAL_LIMITS: ImportLimits = each((name) => LIMITS[name].usual)

/** Reads the limits from the environment: `read` is called with a variable's name and its default. */
export function readLimits(read: (variable: string, usual: number) => number): ImportLimits {
  return each((name) => read(LIMITS[name].variable, LIMITS[name].usual))
}

const number = new Intl.NumberFormat('ru-RU')

/** @param where the part of the file that exceeds the limit, such as a line */
export function limitExceeded(name: LimitName, limits: ImportLimits, where = ''): ImportError {
  const { message, variable } = LIMITS[name]
  const exactly = where === '' ? '' : ` (${where})`
  return new ImportError(
    `${message(number.format(limits[name]))}${exactly}. Так бывает у повреждённого файла; если файл верен, увеличьте ${variable}`,
  )
}
