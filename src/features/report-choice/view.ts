import { COMPETITORS, type Competitors } from '../../../contract/reports/competitors.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import { QUICK_FILTERS, type QuickFilter } from '../../../contract/reports/quick-filters.ts'
import type { ReportId } from '../../../contract/reports/reports.ts'
import { ROW_GROUPS, type RowGroup } from '../../../contract/reports/row-groups.ts'
import { preferences } from '../../lib/preferences.ts'

/** Column by which the rows are sorted. */
export interface Order {
  column: string
  descending: boolean
}

/** Layouts of a report's rows: the documents' wide table, a row per tyre (market), or a card per tyre (list). */
export const LAYOUTS = ['table', 'market', 'list'] as const
export type Layout = (typeof LAYOUTS)[number]

export const LAYOUT_NAMES: Readonly<Record<Layout, string>> = {
  table: 'Таблица',
  market: 'Рынок',
  list: 'Список',
}

/** Returns the default layout: the list on a phone, the wide table on other devices. */
export const defaultLayout = (phone: boolean): Layout => (phone ? 'list' : 'table')

/** Returns the layout in which a report opens: its URL's, the device's last, or the default (specification 17.1). */
export const initialLayout = (id: ReportId, { layout }: Pick<View, 'layout'>, phone: boolean): Layout =>
  layout ?? preferences.layout(id).get() ?? defaultLayout(phone)

/** Display settings of a report; a companion server gets its sort and quick filters (specification 17.1). */
export interface View {
  /** null for the default layout */
  layout: Layout | null
  /** city whose prices are compared; null if the layout chooses it */
  city: string | null
  /** kind of the compared prices; null for the report's own kind */
  kind: ComparedPrice | null
  /** compared competitors; null for all */
  competitors: Competitors | null
  /** null for the server's order */
  order: Order | null
  only: readonly QuickFilter[]
  /** column settings (columns/column-settings.ts); [] for the settings stored on the device */
  columns: readonly string[]
  /** groups of 'Рынок' and 'Список' whose rows are folded */
  folded: readonly RowGroup[]
}

const KEYS = {
  layout: 'view',
  city: 'in',
  kind: 'kind',
  competitors: 'competitors',
  order: 'sort',
  only: 'only',
  columns: 'cols',
  folded: 'fold',
} as const satisfies Record<keyof View, string>
/** Settings with several values. */
type ListedSetting = 'only' | 'columns' | 'folded'
const KINDS = ['retail', 'wholesale'] as const satisfies readonly ComparedPrice[]
/** Prefix of the column's id for a descending order. */
const DESCENDING = '-'

/** Parses the display settings from a report's URL. */
export function readView(query: URLSearchParams): View {
  const sort = query.get(KEYS.order) ?? ''
  const descending = sort.startsWith(DESCENDING)
  const column = descending ? sort.slice(DESCENDING.length) : sort
  return {
    layout: LAYOUTS.find((layout) => layout === query.get(KEYS.layout)) ?? null,
    city: query.get(KEYS.city) || null,
    kind: KINDS.find((kind) => kind === query.get(KEYS.kind)) ?? null,
    competitors: COMPETITORS.find((name) => name === query.get(KEYS.competitors)) ?? null,
    order: column === '' ? null : { column, descending },
    only: QUICK_FILTERS.filter((name) => query.getAll(KEYS.only).includes(name)),
    columns: query.getAll(KEYS.columns),
    folded: ROW_GROUPS.filter((group) => query.getAll(KEYS.folded).includes(group)),
  }
}

export const orderText = ({ column, descending }: Order): string => `${descending ? DESCENDING : ''}${column}`

/** Returns a copy of the query with the given view settings replaced. */
export function withView(query: URLSearchParams, change: Partial<View>): URLSearchParams {
  const { only, columns, folded, order, ...rest } = { ...readView(query), ...change }
  const values: Record<Exclude<keyof View, ListedSetting>, string | null> = {
    ...rest,
    order: order && orderText(order),
  }
  const address = new URLSearchParams(query)
  for (const [name, value] of Object.entries(values) as [keyof typeof values, string | null][]) {
    if (value === null) address.delete(KEYS[name])
    else address.set(KEYS[name], value)
  }
  for (const [name, texts] of Object.entries({ only, columns, folded }) as [ListedSetting, string[]][]) {
    address.delete(KEYS[name])
    for (const text of texts) address.append(KEYS[name], text)
  }
  return address
}
