import { PLACE_FIELD_NAMES, type PlaceField } from '../offers/offer-values.ts'
import { SPEC_NAMES, type SpecName } from '../tyre/tyre-specs.ts'
import { TYRE_COLUMN } from './columns.ts'
import type { OwnName } from './filled.ts'
import type { Statistic } from './reports.ts'

/** Sort key of a selection's rows; the same as a column's id (specification 10.26). */
export type SortKey =
  | { of: 'spec'; name: SpecName }
  /** the tyre in one line, as displayed by 'Рынок' and 'Список' */
  | { of: 'tyre' }
  | { of: 'own'; name: OwnName }
  | { of: 'statistic'; city: string; name: Statistic }
  /** whether the city, site or warehouse has the tyre; without `site` or `warehouse`, any of them counts */
  | { of: 'place'; city: string; site?: string | undefined; warehouse?: string | undefined }
  | { of: 'field'; city: string; site: string; warehouse: string; field: PlaceField }
  /** a figure of 'Рынок', in one city or in all */
  | { of: 'market'; name: MarketFigure }
  /** a site's lowest price in 'Рынок' */
  | { of: 'site'; site: string }

const OWN = ['price', 'wholesale', 'diffPercent'] as const satisfies readonly OwnName[]
const STATISTICS = ['min', 'max', 'median', 'proposed'] as const satisfies readonly Statistic[]
const MARKET_FIGURES = [
  'own',
  'rank',
  'percent',
  'others',
  'min',
  'median',
  'max',
  'proposed',
  'groups',
] as const
/** Figure of 'Рынок'; 'others' is the competitors' median, 'groups' sorts by the groups of contract/reports/row-groups.ts. */
export type MarketFigure = (typeof MARKET_FIGURES)[number]

const OWN_PREFIX = 'own.'
const MARKET_PREFIX = 'market.'

/** Parses a column's id; null for a column by which only the rows of a page can be sorted */
export function readSortKey(column: string): SortKey | null {
  if (column === TYRE_COLUMN) return { of: 'tyre' }
  if (column.startsWith(OWN_PREFIX)) return named('own', OWN, column.slice(OWN_PREFIX.length))
  if (column.startsWith(MARKET_PREFIX)) return marketKey(column.slice(MARKET_PREFIX.length))
  return column.startsWith('[') ? placeKey(column) : named('spec', SPEC_NAMES, column)
}

/** Returns whether only servers that offer `groups` know a key. */
export const isRecent = (key: SortKey): boolean =>
  key.of === 'market' && (key.name === 'groups' || key.name === 'others')

/** Returns whether a key depends on the compared city and kind of price, which the column's id does not contain. */
export const dependsOnMarket = ({ of }: SortKey): boolean => of === 'market' || of === 'site'

function named<Of extends string, Name extends string>(of: Of, names: readonly Name[], text: string) {
  const name = names.find((known) => known === text)
  return name === undefined ? null : { of, name }
}

function marketKey(text: string): SortKey | null {
  const [site, ...others] = textsIn(text)
  return site !== undefined && others.length === 0
    ? { of: 'site', site }
    : named('market', MARKET_FIGURES, text)
}

/** Parses '["Томск"].min', '["Томск","a.ru"]' or '["Томск","a.ru","Склад 1","retail"]'. */
function placeKey(column: string): SortKey | null {
  const end = column.lastIndexOf(']') + 1
  const [city, site, warehouse, last, ...others] = textsIn(column.slice(0, end))
  if (city === undefined || others.length > 0) return null
  if (end < column.length) {
    const key = named('statistic', STATISTICS, column.slice(end + 1))
    return key && site === undefined && column[end] === '.' ? { ...key, city } : null
  }
  if (site === undefined || warehouse === undefined || last === undefined)
    return { of: 'place', city, site, warehouse }
  const field = PLACE_FIELD_NAMES.find((known) => known === last)
  return field === undefined ? null : { of: 'field', city, site, warehouse, field }
}

/** Returns the texts of a JSON list; [] for anything else. */
function textsIn(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((part) => typeof part === 'string') ? list : []
  } catch {
    return []
  }
}
