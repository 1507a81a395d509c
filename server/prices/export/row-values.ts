import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import { type ShownField, shownFields } from '../../../contract/offers/shown-values.ts'
import {
  emptyFilled,
  filledCity,
  filledFields,
  type NonEmptyColumns,
  type OwnName,
} from '../../../contract/reports/filled.ts'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { Statistic } from '../../../contract/reports/reports.ts'
import type { ReportColumn } from '../../../contract/spreadsheet/sheet-columns.ts'
import type { SpecName } from '../../../contract/tyre/tyre-specs.ts'
import { analyseCities, widestIn } from '../city-analysis.ts'
import { isListedKind, type TyreSpecs } from '../offer.ts'
import type { SiteOffer } from '../stored-offers.ts'
import type { TyrePrices } from '../tyre-prices.ts'
import type { RowSettings } from '../wire-rows.ts'

/** Receives the values of a row, as the app reads them from a list response, whose JSON would take most of the time. */
interface RowValues {
  spec(name: SpecName, value: string): void
  own(name: OwnName, value: number | null): void
  statistic(city: string, name: Statistic, value: number | null): void
  offer(offer: SiteOffer): void
}

function readRow(tyre: TyrePrices, settings: RowSettings, values: RowValues): void {
  for (const name of Object.keys(tyre.specs) as (keyof TyreSpecs)[]) values.spec(name, tyre.specs[name])
  if (settings.layout === 'changes') {
    const widest = widestIn(analyseCities(tyre, settings))
    values.own('price', widest?.own ?? null)
    values.own('wholesale', widest?.median ?? null)
    values.own('diffPercent', widest?.percent ?? null)
    tyre.offers.forEach(values.offer)
    tyre.gone?.forEach(values.offer)
    return
  }
  for (const offer of tyre.offers) if (isListedKind(offer, settings.priceType)) values.offer(offer)
  if (!settings.analytics) return
  for (const [city, { min, max, median, proposed }] of analyseCities(tyre, settings)) {
    values.statistic(city, 'min', min)
    values.statistic(city, 'max', max)
    values.statistic(city, 'median', median)
    values.statistic(city, 'proposed', proposed)
  }
}

/** Creates a map with one value per site or warehouse; `make` creates a missing value from the displayed fields. */
function byPlace<Value>(
  settings: RowSettings,
  make: (offer: SiteOffer, fields: ShownField[]) => Value,
): (offer: SiteOffer) => Value {
  const cities = new Map<string, Map<string, Map<string, Value>>>()
  return (offer) => {
    const { city, site, warehouse } = offer
    const known = cities.get(city)?.get(site)?.get(warehouse)
    if (known !== undefined) return known
    const sites = getOrAdd(cities, city, () => new Map<string, Map<string, Value>>())
    const warehouses = getOrAdd(sites, site, () => new Map<string, Value>())
    return getOrAdd(warehouses, warehouse, () =>
      make(offer, shownFields(settings, { own: settings.isOwnSite(site), warehouse })),
    )
  }
}

/** Creates a collector of the columns that have a value in at least one added tyre's row. */
export function collectFilled(settings: RowSettings): {
  filled: NonEmptyColumns
  add(tyre: TyrePrices): void
} {
  const filled = emptyFilled()
  const placeOf = byPlace(settings, ({ city, site, warehouse }, fields) => ({
    found: filledFields(filledCity(filled, city), site, warehouse),
    fields,
  }))
  const values: RowValues = {
    spec(name, value) {
      if (value !== '') filled.specs.add(name)
    },
    own(name, value) {
      if (value !== null) filled.own.add(name)
    },
    statistic(city, name, value) {
      if (value !== null) filledCity(filled, city).statistics.add(name)
    },
    offer(offer) {
      const { found, fields } = placeOf(offer)
      for (const { field, value } of fields) if (offer[value] !== null) found.add(field)
    },
  }
  return { filled, add: (tyre) => readRow(tyre, settings, values) }
}

/** Builds rows of cells in column order. Values go directly to their columns, because most cells of a row are empty. */
export function rowWriter(
  columns: readonly ReportColumn[],
  settings: RowSettings,
  day: string,
): (tyre: TyrePrices) => Cell[] {
  const indexOf = new Map(columns.map(({ id }, index) => [id, index]))
  const empty: Cell[] = columns.map(({ kind }) => (kind === 'date' ? day : null))
  const columnsOf = byPlace(settings, ({ city, site, warehouse }, fields) =>
    fields.flatMap(({ field, value }) => {
      const index = indexOf.get(JSON.stringify([city, site, warehouse, field]))
      return index === undefined ? [] : { index, value }
    }),
  )
  let cells = empty
  const put = (index: number | undefined, value: Cell) => {
    if (index !== undefined) cells[index] = value
  }
  const values: RowValues = {
    spec: (name, value) => put(indexOf.get(name), value === '' ? null : value),
    own: (name, value) => put(indexOf.get(`own.${name}`), value),
    statistic: (city, name, value) => put(indexOf.get(`${JSON.stringify([city])}.${name}`), value),
    offer(offer) {
      for (const { index, value } of columnsOf(offer)) cells[index] = offer[value]
    },
  }
  return (tyre) => {
    cells = empty.slice()
    readRow(tyre, settings, values)
    return cells
  }
}
