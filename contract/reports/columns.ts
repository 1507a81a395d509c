import { isDaikon } from '../lib/host-name.ts'
import { PLACE_FIELD_NAMES, PLACE_FIELDS, type PlaceField } from '../offers/offer-values.ts'
import { hasColumn, type ListKind, type ShownPlace, showsCost } from '../offers/shown-values.ts'
import { SPEC_NAMES, type SpecName, TYRE_SPECS } from '../tyre/tyre-specs.ts'
import {
  addNonEmptyColumns,
  emptyFilled,
  type FilledCity,
  type FilledWarehouses,
  type NonEmptyColumns,
  type OwnName,
} from './filled.ts'
import type { Cell, CityPrices, ReportRow } from './report-row.ts'
import type { PriceType, Report, Statistic } from './reports.ts'

/** Format and alignment of a column's cells: 'price' has up to two decimals, 'money2' exactly two, 'percent' a sign. */
export type ColumnKind = 'text' | 'price' | 'money2' | 'stock' | 'percent'

/** City, site and warehouse of a column; '' at levels that do not apply. */
export interface ColumnGroup {
  city: string
  site: string
  warehouse: string
}

/** Values computed from several prices. */
export const FIGURES = ['min', 'median', 'max', 'proposed', 'deviation'] as const
export type Figure = (typeof FIGURES)[number]

export interface Column {
  /** identifier, unique in its table and stable from page to page */
  id: string
  label: string
  kind: ColumnKind
  group: ColumnGroup
  /** whether the cells only repeat the city, site or warehouse of `group` */
  place?: true
  /** figure computed from several prices, which the tyre's card explains */
  figure?: Figure
  cell(row: ReportRow): Cell
}

/** Id of the column with the tyre in one line, which market and list have instead of a column per attribute. */
export const TYRE_COLUMN = 'tyre'

/** Returns whether a host name is an own site (companion.ts). */
export type IsOwnSite = (host: string) => boolean

const PRODUCT: ColumnGroup = { city: '', site: '', warehouse: '' }
const ALWAYS: ReadonlySet<SpecName> = new Set<SpecName>(['article', 'brand', 'name'])

const byAlphabet = new Intl.Collator('ru').compare
const sorted = (keys: Iterable<string>): string[] => [...keys].sort(byAlphabet)

/** Returns the columns of one page (specification 4.16 to 4.21). */
export function pageColumns(
  report: Report,
  priceType: PriceType,
  rows: readonly ReportRow[],
  isOwnSite: IsOwnSite = isDaikon,
): Column[] {
  const filled = emptyFilled()
  for (const row of rows) addNonEmptyColumns(filled, row)
  return filledColumns(report, priceType, filled, isOwnSite)
}

/**
 * Returns the columns (specification 4.16 to 4.20) with a value in at least one row, in order: product, own price, then
 * by city, site and warehouse.
 * @param priceType price type chosen by the user if the report offers several; otherwise the report's only one
 * @param isOwnSite recognises own sites, whose warehouses display their cost on wholesale pages
 */
export function filledColumns(
  report: Report,
  priceType: PriceType,
  filled: NonEmptyColumns,
  isOwnSite: IsOwnSite,
): Column[] {
  const columns = productColumns(filled)
  if (report.layout === 'changes') columns.push(...ownColumns(filled))
  const list: ListKind = { layout: report.layout, priceType }
  for (const city of sorted(filled.cities.keys())) {
    const { statistics, sites } = filled.cities.get(city) as FilledCity
    columns.push(...cityColumns(report, priceType, city, statistics))
    for (const site of sorted(sites.keys())) {
      const of = (row: ReportRow) => row.cities.get(city)?.sites.get(site)
      columns.push(...nameColumn('Сайт', site, [city, site], { city, site, warehouse: '' }, of))
      const own = isOwnSite(site)
      const warehouses = sites.get(site) as FilledWarehouses
      for (const warehouse of sorted(warehouses.keys())) {
        const prices = warehouse === '' ? of : (row: ReportRow) => of(row)?.warehouses.get(warehouse)
        const place = { group: { city, site, warehouse }, own, filled: warehouses.get(warehouse) }
        columns.push(...placeColumns(list, place, prices))
      }
    }
  }
  return columns
}

/** Returns the columns of the attributes with values; if none has one, Article, Brand and Name. */
function productColumns(filled: NonEmptyColumns): Column[] {
  const shown = filled.specs.size > 0 ? filled.specs : ALWAYS
  return SPEC_NAMES.filter((name) => shown.has(name)).map((name) => ({
    id: name,
    label: TYRE_SPECS[name].label,
    kind: 'text',
    group: PRODUCT,
    cell: (row) => row.specs[name],
  }))
}

const OWN = {
  price: { label: 'Наша цена', kind: 'price' },
  wholesale: { label: 'Опт. цена', kind: 'price' },
  diffPercent: { label: 'Отклонение, %', kind: 'percent', figure: 'deviation' },
} as const satisfies Record<OwnName, Pick<Column, 'label' | 'kind' | 'figure'>>

function ownColumns(filled: NonEmptyColumns): Column[] {
  const group = { ...PRODUCT }
  const names = (Object.keys(OWN) as OwnName[]).filter((name) => filled.own.has(name))
  return names.map((name) => ({ id: `own.${name}`, ...OWN[name], group, cell: (row) => row.own[name] }))
}

const STATISTIC_LABELS: Readonly<Record<Statistic, string>> = {
  min: 'Минимальная',
  max: 'Максимальная',
  median: 'Медианная',
  proposed: 'Новая',
}

function cityColumns(
  report: Report,
  priceType: PriceType,
  city: string,
  filled: FilledCity['statistics'],
): Column[] {
  const group = { city, site: '', warehouse: '' }
  const of = (row: ReportRow): CityPrices | undefined => row.cities.get(city)
  const price = priceType === 'opt' ? 'опт. цена' : 'розн. цена'
  return [
    ...nameColumn('Город', city, [city], group, of),
    ...report.statistics
      .filter((statistic) => filled.has(statistic))
      .map(
        (statistic): Column => ({
          // The name is outside the brackets: inside, it could equal the id of a site called 'min'.
          id: `${JSON.stringify([city])}.${statistic}`,
          label: `${STATISTIC_LABELS[statistic]} ${price}`,
          kind: 'money2',
          group,
          figure: statistic,
          cell: (row) => of(row)?.statistics[statistic] ?? null,
        }),
      ),
  ]
}

function placeColumns(
  list: ListKind,
  { group, own, filled }: { group: ColumnGroup; own: boolean; filled: ReadonlySet<PlaceField> | undefined },
  pricesOf: (row: ReportRow) => Partial<Record<PlaceField, Cell>> | undefined,
): Column[] {
  const key = [group.city, group.site, group.warehouse]
  const fields = PLACE_FIELD_NAMES.filter(
    (field) => filled?.has(field) && hasColumn(field, list.layout, group.warehouse),
  )
  return [
    ...nameColumn('Склад', group.warehouse, key, group, pricesOf),
    ...fields.map(
      (field): Column => ({
        id: JSON.stringify([...key, field]),
        label: fieldLabel(field, list, { ...group, own }),
        kind: PLACE_FIELDS[field].kind,
        group,
        cell: (row) => pricesOf(row)?.[field] ?? null,
      }),
    ),
  ]
}

/** Returns the name column of a city, site or warehouse; none for an empty name. */
function nameColumn(
  label: string,
  name: string,
  key: readonly string[],
  group: ColumnGroup,
  of: (row: ReportRow) => object | undefined,
): Column[] {
  if (name === '') return []
  const cell = (row: ReportRow) => (of(row) ? name : null)
  return [{ id: JSON.stringify(key), label, kind: 'text', place: true, group, cell }]
}

/** Returns the label of a field; a warehouse's price may be its cost (specification 4.18). */
function fieldLabel(field: PlaceField, list: ListKind, place: ShownPlace): string {
  if (field !== 'retail' || place.warehouse === '' || list.layout === 'changes')
    return PLACE_FIELDS[field].label
  return showsCost(list, place) ? PLACE_FIELDS.cost.label : 'Рекоменд. Розн. цена'
}
