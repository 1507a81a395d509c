import { ROUTES } from '../../../contract/routes.ts'
import type { SavedEntry, SavedKind } from '../../../contract/worker/saved.ts'
import { choiceText } from '../report-choice/choice-text.ts'
import { mediumDay } from '../report-choice/format-date.ts'
import { listOrderText } from '../report-choice/list-order-text.ts'
import { writeAddress } from '../report-choice/report-address.ts'
import { pagesText, savedResultSets, savedTable } from '../report-choice/saved-result-sets.ts'

/** Saved table, or other saved data, as a row of the list. */
export interface SavedItem {
  /** identifier, unique among all items */
  key: string
  /** saved pages of a table, or the single entry of other data */
  entries: readonly SavedEntry[]
  /** name, unique in its group */
  name: string
  /** filters as text; '' without filters */
  filters: string
  /** URL of the app's page that displays the data; null if there is none */
  address: string | null
  /** time when the oldest entry was saved, in ms since 1970 */
  savedAt: number
  size: number
  /** whether all entries are pinned, so that they are never evicted */
  pinned: boolean
}

export interface SavedGroup {
  title: string
  items: SavedItem[]
  /** whether the items are report tables, which can be pinned and are otherwise evicted when space is needed */
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

/** Groups saved data by report, most recently viewed first. Other data follows in a last group. */
export function savedGroups(entries: readonly SavedEntry[]): SavedGroup[] {
  const tables = new Map<string, SavedItem[]>()
  const others: SavedItem[] = []
  for (const run of savedResultSets(entries)) {
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
  // Combines all cards into one item: there may be hundreds, and nobody would remove them one by one.
  const cards = entries.filter(({ kind }) => kind === 'card')
  const words = { name: OTHER_NAMES.card, filters: '', address: null }
  if (cards.length > 0) others.push(itemOf('cards', cards, words))
  const groups = [...tables].map(([title, items]) => ({ title, items, pages: true }))
  return others.length > 0 ? [...groups, { title: OTHER, items: others, pages: false }] : groups
}

function otherItem(entry: SavedEntry): SavedItem {
  // A page of a report that this version does not know is named by its request.
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
