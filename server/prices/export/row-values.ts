import type { ReportLayout } from '../../../contract/lib/lists.ts'
import type { OwnName } from '../../../contract/reports/filled.ts'
import type { Cell, WarehousePrices } from '../../../contract/reports/report-row.ts'
import type { Statistic } from '../../../contract/reports/reports.ts'
import type { SpecName } from '../../../contract/tyre/tyre-specs.ts'
import { analyseCities, widestIn } from '../city-analysis.ts'
import type { TyreSpecs } from '../offer.ts'
import { isListedKind } from '../price-kinds.ts'
import { type SiteOffer, toldChange } from '../stored-offers.ts'
import type { TyrePrices } from '../tyre-prices.ts'
import type { RowSettings } from '../wire-rows.ts'

/**
 * Receives the values of a file's row. They equal the values that the app reads from the tyre's row in a list response;
 * building that JSON row and parsing it would take most of the time of a download.
 */
export interface RowValues {
  spec(name: SpecName, value: string): void
  own(name: OwnName, value: number | null): void
  statistic(city: string, name: Statistic, value: number | null): void
  prices(offer: SiteOffer, prices: OfferPrices): void
}

/** Prices of an offer as cells of a file: numbers, while the list responses may have text; a change may be a word. */
export interface OfferPrices extends Record<Exclude<keyof WarehousePrices, 'change'>, number | null> {
  change: Cell
}

type TellRow = (tyre: TyrePrices, settings: RowSettings, values: RowValues) => void

export const TELL_ROW: Readonly<Record<ReportLayout, TellRow>> = {
  analytics: tellAnalyticsRow,
  proposals: tellAnalyticsRow,
  changes: tellChangesRow,
}

function tellAnalyticsRow(tyre: TyrePrices, settings: RowSettings, values: RowValues): void {
  tellSpecs(tyre.specs, values)
  for (const offer of tyre.offers) {
    if (isListedKind(offer, settings.priceType)) values.prices(offer, shownPrices(offer, settings))
  }
  if (!settings.analytics) return
  for (const [city, { min, max, median, proposed }] of analyseCities(tyre, settings)) {
    values.statistic(city, 'min', min)
    values.statistic(city, 'max', max)
    values.statistic(city, 'median', median)
    values.statistic(city, 'proposed', proposed)
  }
}

function shownPrices(offer: SiteOffer, { priceType: type, isOwnSite }: RowSettings): OfferPrices {
  const { retail, wholesale, cost, stock } = offer
  const prices = {
    retail: type === 'opt' ? null : retail,
    wholesale: type === 'retail' ? null : wholesale,
    cost: null,
    stock,
    change: null,
  }
  if (offer.warehouse === '') return { ...prices, cost }
  // On wholesale pages the price column of own warehouses contains the cost (specification 4.18).
  return type === 'opt' && isOwnSite(offer.site) ? { ...prices, retail: cost } : prices
}

function tellChangesRow(tyre: TyrePrices, settings: RowSettings, values: RowValues): void {
  tellSpecs(tyre.specs, values)
  const widest = widestIn(analyseCities(tyre, settings))
  values.own('price', widest?.own ?? null)
  values.own('wholesale', widest?.median ?? null)
  values.own('diffPercent', widest?.percent ?? null)
  for (const offer of [...tyre.offers, ...(tyre.gone ?? [])]) {
    const { retail, wholesale, cost, stock } = offer
    values.prices(offer, { retail, wholesale, cost, stock, change: toldChange(offer) })
  }
}

function tellSpecs(specs: TyreSpecs, values: RowValues): void {
  for (const name of Object.keys(specs) as (keyof TyreSpecs)[]) values.spec(name, specs[name])
}
