import type { SavedEntry, SavedKind } from '../../../contract/worker/saved.ts'
import { choiceWords } from '../../api/choice-words.ts'
import { writeAddress } from '../../api/report-address.ts'
import { savedTable } from '../../api/saved-table.ts'

/** One saved answer as a person is told of it. */
export interface SavedItem {
  entry: SavedEntry
  /** unique among its group's */
  name: string
  /** chosen filters; '' where it has none */
  filters: string
  /** of the app's page that shows it; null where there is none of its own */
  address: string | null
}

export interface SavedGroup {
  title: string
  items: SavedItem[]
  /** its items may be pinned: they are evicted otherwise */
  pages: boolean
}

const OTHER_NAMES: Readonly<Record<Exclude<SavedKind, 'page'>, string>> = {
  filters: 'Значения фильтров',
  'vehicle-types': 'Типы автомобилей',
  companion: 'Возможности сервера',
  notifications: 'Уведомления',
}
const OTHER_ADDRESSES: Partial<Record<SavedKind, string>> = { notifications: '/profile/notifications' }
const OTHER = 'Общие данные'

const dayFormat = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'medium', timeZone: 'UTC' })
const formatDay = (day: string) => dayFormat.format(new Date(day)).replace(/\sг\.$/, '')

/** What is kept, report by report, the last viewed first; what belongs to no report comes last. */
export function savedGroups(entries: readonly SavedEntry[]): SavedGroup[] {
  const pages = new Map<string, SavedItem[]>()
  const others: SavedItem[] = []
  for (const entry of [...entries].sort((a, b) => b.viewedAt - a.viewedAt)) {
    const table = savedTable(entry)
    if (!table) {
      others.push(otherItem(entry))
      continue
    }
    const { report, choice, page } = table
    const item: SavedItem = {
      entry,
      name: `${formatDay(choice.date)}, страница ${page}`,
      filters: choiceWords(report, choice).join(', '),
      address: `${report.route}?${writeAddress(report, choice, page)}`,
    }
    pages.set(report.title, [...(pages.get(report.title) ?? []), item])
  }
  const groups = [...pages].map(([title, items]) => ({ title, items, pages: true }))
  return others.length > 0 ? [...groups, { title: OTHER, items: others, pages: false }] : groups
}

function otherItem(entry: SavedEntry): SavedItem {
  // A page of a report that this version does not know any more.
  const name = entry.kind === 'page' ? entry.request : OTHER_NAMES[entry.kind]
  return { entry, name, filters: '', address: OTHER_ADDRESSES[entry.kind] ?? null }
}

export const sizeOf = (items: readonly SavedItem[]): number =>
  items.reduce((sum, { entry }) => sum + entry.size, 0)

export const requestsOf = (items: readonly SavedItem[]): string[] => items.map(({ entry }) => entry.request)
