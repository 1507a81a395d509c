import type { Run, RunState, Trigger } from '../../../contract/sources/run.ts'
import type { Numbered } from '../../../contract/sources/sample.ts'
import type { SourceHealth } from '../../../contract/sources/source.ts'
import type { NounForms } from '../../ui/plural.ts'

export const OFFERS: NounForms = ['предложение', 'предложения', 'предложений']

export const SOURCE_HEALTH_TEXT: Readonly<Record<SourceHealth, string>> = {
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
  pages: 'новые страницы',
  push: 'прислал поставщик',
  command: 'из командной строки',
}

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  xlsx: 'Excel',
  xls: 'Excel 97',
  jsonl: 'JSON по строкам',
  commerceml: 'CommerceML',
}

/** Returns the label of a file format; an unknown format's name in capital letters. */
export const formatLabel = (format: string): string => FORMAT_WORDS[format] ?? format.toUpperCase()

/** Labels of a record's number. Records of documents are counted, because a document may be a single line. */
export const NUMBER_LABELS: Readonly<Record<Numbered, string>> = { lines: 'Строка', records: 'Запись' }

/** State of a source that is displayed for the state of a run. */
export const STATE_HEALTH: Readonly<Record<RunState, SourceHealth>> = {
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

/** Formats '1 234'; '—' for null. */
export const formatCount = (count: number | null): string => (count === null ? '—' : number.format(count))

/** Formats '1,5 %'; '—' for null. */
export const formatShare = (percent: number | null): string =>
  percent === null ? '—' : `${tenths.format(percent)}\u00a0%`

/** Formats a change in percent with its sign. */
export const formatMove = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${formatShare(Math.abs(percent))}`

/** Formats '20 ноября, 12:03' in the device's time zone or another one, with the month as in formatSourceDay. */
export const momentOf = (moment: string, timeZone = ownZone()): string =>
  new Intl.DateTimeFormat('ru-RU', {
    ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone },
  })
    .formatToParts(new Date(moment))
    .map(({ type, value }) => (type === 'literal' && value.trim() === 'в' ? ', ' : value))
    .join('')

/** Formats '20 ноября' for YYYY-MM-DD; returns an invalid day unchanged. */
export function formatSourceDay(day: string): string {
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? day : dayFormat.format(date)
}

/** Returns the share of rejected records in percent; null if it is unknown or there are no records. */
export const badShare = ({ bad, records }: Pick<Run, 'bad' | 'records'>): number | null =>
  bad === null || records === null || records === 0 ? null : (bad / records) * 100

/** Names of Russia's time zones by a well-known city, from west to east. */
const RUSSIAN: Readonly<Record<string, string>> = {
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Moscow': 'Москва',
  'Europe/Samara': 'Самара',
  'Asia/Yekaterinburg': 'Екатеринбург',
  'Asia/Omsk': 'Омск',
  'Asia/Novosibirsk': 'Новосибирск',
  'Asia/Krasnoyarsk': 'Красноярск',
  'Asia/Irkutsk': 'Иркутск',
  'Asia/Yakutsk': 'Якутск',
  'Asia/Vladivostok': 'Владивосток',
  'Asia/Magadan': 'Магадан',
  'Asia/Kamchatka': 'Камчатка',
}

/** Returns the label of a time zone, with its offset. */
export const zoneLabel = (zone: string): string => {
  const city = RUSSIAN[zone]
  return `${city ?? readable(zone)}, ${offsetOf(zone)}`
}

/** Current names of time zones for which browsers still use former city names. */
const MODERN: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** Formats 'Buenos Aires (America/Argentina)' for a zone without a Russian name in RUSSIAN. */
function readable(zone: string): string {
  const parts = (MODERN[zone] ?? zone).replaceAll('_', ' ').split('/')
  const city = parts.pop() ?? zone
  return parts.length === 0 ? city : `${city} (${parts.join('/')})`
}

function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? ''
}

/** Formats a moment as momentOf in a zone; the zone is named if the device has another one. */
export const momentIn = (zone: string, moment: string): string =>
  `${momentOf(moment, zone)}${zone === ownZone() ? '' : ` (${zoneLabel(zone)})`}`

/**
 * Returns the selectable zones, those of Russia first.
 * @param present zone that is included even if the browser does not list it
 */
export function zoneGroups(present: string): readonly { label: string; zones: readonly string[] }[] {
  const others = Intl.supportedValuesOf('timeZone')
    .filter((zone) => !Object.hasOwn(RUSSIAN, zone))
    .sort((a, b) => readable(a).localeCompare(readable(b), 'ru'))
  if (!Object.hasOwn(RUSSIAN, present) && !others.includes(present)) others.unshift(present)
  return [
    { label: 'Россия', zones: Object.keys(RUSSIAN) },
    { label: 'Другие', zones: others },
  ]
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
