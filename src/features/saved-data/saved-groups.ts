import { ROUTES } from '../../../contract/routes.ts'
import type { SavedEntry, SavedKind } from '../../../contract/worker/saved.ts'
import { choiceText } from '../report-choice/choice-text.ts'
import { mediumDay } from '../report-choice/format-date.ts'
import { listOrderText } from '../report-choice/list-order-text.ts'
import { writeAddress } from '../report-choice/report-address.ts'
import { pagesText, savedRuns } from '../report-choice/saved-runs.ts'
import { savedTable } from '../report-choice/saved-table.ts'

/** Saved table, or another saved answer, as displayed to the user. */
export interface SavedItem {
  /** identifier, unique among all items */
  key: string
  /** saved pages of a table's result set, or the answer itself */
  entries: readonly SavedEntry[]
  /** name, unique in its group */
  name: string
  /** filters as text; '' if it has none */
  filters: string
  /** address of the app's page that displays it; null if there is none */
  address: string | null
  /** time of its oldest page, in milliseconds since 1970 */
  savedAt: number
  /** in bytes */
  size: number
  /** whether all of its pages are excluded from eviction */
  pinned: boolean
}

export interface SavedGroup {
  title: string
  items: SavedItem[]
  /** whether its items can be pinned, and are evicted otherwise */
  pages: boolean
}

const OTHER_NAMES: Readonly<Record<Exclude<SavedKind, 'page'>, string>> = {
  filters: 'Значения фильтров',
  'vehicle-types': 'Типы автомобилей',
  companion: 'Возможности сервера',
  notifications: 'Уведомления',
  card: 'Карточки шин',
}
const OTHER_ADDRESSES: Partial<Record<SavedKind, string>> = { notifications: ROUTES.notifications }
const OTHER = 'Общие данные'

const formatDay = (day: string) => mediumDay(day).replace(/\sг\.$/, '')

/** Groups saved data by report, most recently viewed first; data of no report comes last. */
export function savedGroups(entries: readonly SavedEntry[]): SavedGroup[] {
  const tables = new Map<string, SavedItem[]>()
  const others: SavedItem[] = []
  for (const run of savedRuns(entries)) {
    const table = savedTable(run)
    const pages = [...run.pages.values()]
    if (!table) {
      others.push(...pages.map(otherItem))
      continue
    }
    const { report, choice, page, arranged } = table
    const item = itemOf(run.key, pages, {
      name: `${formatDay(choice.date)}, ${pagesText(run)}`,
      filters: [...choiceText(report, choice), ...listOrderText(arranged)].join(', '),
      address: `${report.route}?${writeAddress(report, choice, page, arranged)}`,
    })
    tables.set(report.title, [...(tables.get(report.title) ?? []), item])
  }
  const rest = entries.filter(({ kind }) => kind !== 'page' && kind !== 'card')
  others.push(...rest.sort((a, b) => b.viewedAt - a.viewedAt).map(otherItem))
  // Cards are hundreds of small answers, which nobody would remove one by one.
  const cards = entries.filter(({ kind }) => kind === 'card')
  const words = { name: OTHER_NAMES.card, filters: '', address: null }
  if (cards.length > 0) others.push(itemOf('cards', cards, words))
  const groups = [...tables].map(([title, items]) => ({ title, items, pages: true }))
  return others.length > 0 ? [...groups, { title: OTHER, items: others, pages: false }] : groups
}

function otherItem(entry: SavedEntry): SavedItem {
  // Page of a report unknown to this version.
  const name = entry.kind === 'page' ? entry.request : OTHER_NAMES[entry.kind]
  return itemOf(entry.request, [entry], { name, filters: '', address: OTHER_ADDRESSES[entry.kind] ?? null })
}

function itemOf(
  key: string,
  entries: readonly SavedEntry[],
  words: Pick<SavedItem, 'name' | 'filters' | 'address'>,
): SavedItem {
  return {
    key,
    entries,
    ...words,
    savedAt: Math.min(...entries.map(({ savedAt }) => savedAt)),
    size: entries.reduce((sum, { size }) => sum + size, 0),
    pinned: entries.every(({ pinned }) => pinned),
  }
}

export const savedSize = (items: readonly SavedItem[]): number =>
  items.reduce((sum, { size }) => sum + size, 0)

export const entriesOf = (items: readonly SavedItem[]): SavedEntry[] =>
  items.flatMap(({ entries }) => entries)
