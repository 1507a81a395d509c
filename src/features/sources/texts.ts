import type { Run, RunState, Trigger } from '../../../contract/sources/run.ts'
import type { Numbered } from '../../../contract/sources/sample.ts'
import type { Light } from '../../../contract/sources/source.ts'

/** Texts of the pages of sources. */

export const LIGHT_TEXT: Readonly<Record<Light, string>> = {
  fresh: 'Свежие цены',
  late: 'Опаздывает',
  failed: 'Ошибка',
  held: 'Ждёт решения',
  off: 'Выключен',
  new: 'Цен ещё не было',
}

export const STATE_TEXT: Readonly<Record<RunState, string>> = {
  waiting: 'В очереди',
  running: 'Идёт',
  imported: 'Загружено',
  unchanged: 'Без изменений',
  held: 'Ждёт решения',
  declined: 'Отклонено',
  failed: 'Не удалось',
}

export const TRIGGER_TEXT: Readonly<Record<Trigger, string>> = {
  schedule: 'по расписанию',
  hand: 'вручную',
  upload: 'файл с компьютера',
  push: 'прислал поставщик',
  command: 'из командной строки',
}

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  xlsx: 'Excel',
  xls: 'Excel 97',
  jsonl: 'JSON по строкам',
  commerceml: 'CommerceML',
}

/** Returns the label of a file's format by its name in a mapping. */
export const formatLabel = (format: string): string => FORMAT_WORDS[format] ?? format.toUpperCase()

/** Labels of a record's number: documents may be a single line, and their records are counted. */
export const NUMBER_LABELS: Readonly<Record<Numbered, string>> = { lines: 'Строка', records: 'Запись' }

/** Light of a run's state. */
export const STATE_LIGHTS: Readonly<Record<RunState, Light>> = {
  waiting: 'new',
  running: 'new',
  imported: 'fresh',
  unchanged: 'fresh',
  held: 'held',
  declined: 'off',
  failed: 'failed',
}

const number = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
const tenths = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
const dayFormat = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Formats '1 234', or a dash if it is unknown. */
export const formatCount = (count: number | null): string => (count === null ? '—' : number.format(count))

/** Formats '1,5 %', or a dash. */
export const formatShare = (percent: number | null): string =>
  percent === null ? '—' : `${tenths.format(percent)}\u00a0%`

/** Formats a percentage with its sign. */
export const formatMove = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${formatShare(Math.abs(percent))}`

const momentFormat = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats '20 ноября, 12:03' on this device's clock, with the month as in formatSourceDay. */
export const momentOf = (moment: string): string =>
  momentFormat
    .formatToParts(new Date(moment))
    .map(({ type, value }) => (type === 'literal' && value.trim() === 'в' ? ', ' : value))
    .join('')

/** Formats '20 ноября' for YYYY-MM-DD. */
export function formatSourceDay(day: string): string {
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? day : dayFormat.format(date)
}

/** Returns the rejected records in percent of all; null if unknown. */
export const badShare = ({ bad, records }: Pick<Run, 'bad' | 'records'>): number | null =>
  bad === null || records === null || records === 0 ? null : (bad / records) * 100
