import { COMPETITORS_LABEL, type Competitors } from '../../../../contract/reports/competitors.ts'
import type { Report } from '../../../../contract/reports/reports.ts'
import { isGatewayError, isSignInNeeded, messageOf, OfflineMissError } from '../../../data/errors.ts'
import { safeFileName } from '../../../data/file-name.ts'
import { TYRES } from '../../../ui/nouns.ts'
import { countText, type NounForms } from '../../../ui/plural.ts'
import { choiceParts } from '../../report-choice/choice-parts.ts'
import { choiceText } from '../../report-choice/choice-text.ts'
import { longDay } from '../../report-choice/format-date.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import { LAYOUT_NAMES, type Layout } from '../../report-choice/view.ts'
import type { FileFormat } from './export-client.ts'
import type { ExportedFile, FileCounts, FileProgress } from './export-view.ts'

const OF_TYRES: NounForms = ['шины', 'шин', 'шин']
const count = new Intl.NumberFormat('ru-RU')

/** Reasons why a file does not contain all tyres, as texts. */
const CUTS: Readonly<Record<NonNullable<FileCounts['cut']>, string>> = {
  'not-saved': 'остальные не сохранены на этом устройстве',
  'too-large': 'больше на устройстве в один файл не собрать, уточните фильтры',
}

/** Formats '300 из 2 340 шин: остальные не сохранены на этом устройстве'; '' for a complete file. */
function cutWords({ read, total, cut }: FileCounts): string {
  if (cut === null) return ''
  const some =
    total === null ? countText(read, TYRES) : `${count.format(read)} из ${countText(total, OF_TYRES)}`
  return `${some}: ${CUTS[cut]}`
}

/** Describes the content of a finished file. */
export function resultText({ saved, ...made }: ExportedFile): string {
  const words = sizeWords(made)
  return saved ? `${words} Нет связи с сервером: файл собран из сохранённых страниц.` : words
}

function sizeWords({ rows, ...counts }: FileCounts & { rows: number }): string {
  const cut = cutWords(counts)
  if (cut === '') return `В файле ${countText(rows, TYRES)}.`
  return rows === counts.read ? `В файле ${cut}.` : `В файле ${countText(rows, TYRES)}. Просмотрены ${cut}.`
}

/** Returns the line above the table's header: report, day, filters, view, and which tyres are missing. */
export const titleText = (
  report: Report,
  choice: ReportChoice,
  shown: readonly string[],
  counts: FileCounts,
): string =>
  [report.title, longDay(choice.date), ...choiceText(report, choice), ...shown, cutWords(counts)]
    .filter(Boolean)
    .join(' · ')

/** Maximum length in characters: a name may have 255 bytes, a Cyrillic letter has two, and browsers append a suffix. */
const MAX_NAME_LENGTH = 110

/** Minimum length in characters to which many filters may shorten the title. */
const SHORTEST_TITLE = 30

/** Parts of a file's name besides the report and its choice. */
interface NamedView {
  layout: Layout
  /** the compared competitors; null for all of them */
  competitors: Competitors | null
}

/** Formats 'Выгрузить ВСЕ цены 2026-04-18 Zorki, Рынок.xlsx'; overlong titles, then filters, are shortened. */
export function fileName(
  report: Report,
  choice: ReportChoice,
  { layout, competitors }: NamedView,
  format: FileFormat,
): string {
  const [, ...parts] = choiceParts(choice)
  const filters = parts.map((part) => `${part}, `).join('')
  // The documents' table has all prices.
  const isInStock = competitors !== null && layout !== 'table'
  const view = `${isInStock ? `${COMPETITORS_LABEL.toLowerCase()}, ` : ''}${LAYOUT_NAMES[layout]}`
  const room = MAX_NAME_LENGTH - ` ${choice.date} ${view}`.length
  const isWhole = report.title.length + filters.length <= room
  const title = isWhole
    ? report.title
    : cut(`${report.code} ${report.title}`, Math.max(SHORTEST_TITLE, room - filters.length))
  const told = filters === '' ? '' : `${cut(filters.slice(0, -2), room - title.length - 2)}, `
  return `${safeFileName(`${title} ${choice.date} ${told}${view}`)}.${format}`
}

function cut(words: string, longest: number): string {
  const letters = [...words]
  if (letters.length <= longest) return words
  return `${letters
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`
}

export function progressText({ pages, of, written }: FileProgress): string {
  if (written) return `Собираю файл: ${count.format(written.rows)} из ${countText(written.of, OF_TYRES)}`
  if (of === null) return `Прочитано страниц: ${count.format(pages)}`
  return `Страница ${count.format(Math.min(pages + 1, of))} из ${count.format(of)}`
}

export function problemText(error: unknown, { pages, of }: FileProgress): string {
  if (error instanceof OfflineMissError && pages === 0)
    return 'Нет связи с сервером, а страницы этой таблицы не сохранены на устройстве.'
  if (isSignInNeeded(error)) return 'Нет доступа: войдите снова.'
  const isSilent = error instanceof TypeError || error instanceof OfflineMissError || isGatewayError(error)
  const reason = isSilent ? 'Нет связи с сервером' : `Не удалось собрать файл: ${messageOf(error)}`
  if (pages === 0) return withStop(reason)
  return `${withStop(reason)} Прочитано страниц: ${count.format(pages)}${of === null ? '' : ` из ${count.format(of)}`}.`
}

const withStop = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)
