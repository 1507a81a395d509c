import type { ReportLayout } from '../../contract/lib/lists.ts'
import { memoize } from '../../contract/lib/memo.ts'
import type { PriceType } from '../../contract/reports/reports.ts'
import { SPEC_NAMES, TYRE_SPECS } from '../../contract/tyre/tyre-specs.ts'
import { type AnalysisSettings, analyseCities, type CityAnalysis, widestIn } from './city-analysis.ts'
import type { TyreSpecs } from './offer.ts'
import { isListedKind } from './price-kinds.ts'
import { type SiteOffer, toldChange } from './stored-offers.ts'
import type { TyrePrices } from './tyre-prices.ts'

/** Settings of rows in the canonical shapes of specification 7.7 to 7.11. */

export interface RowSettings extends AnalysisSettings {
  priceType: PriceType
  /** whether cities get statistics */
  analytics: boolean
  /** absolute deviation in percent above which a city is highlighted */
  threshold: number
}

type Json = Record<string, unknown>

/** Returns a tyre's attributes under the names of one wire shape. */
const specsAs =
  (shape: 'analytics' | 'changes') =>
  (specs: TyreSpecs): Json => {
    const named: Json = {}
    for (const name of SPEC_NAMES) named[TYRE_SPECS[name].wire[shape]] = specs[name]
    return named
  }

const analyticsSpecs = specsAs('analytics')
const changesSpecs = specsAs('changes')

const PRICES_SHOWN: Readonly<Record<PriceType, (offer: SiteOffer) => Json>> = {
  all: ({ retail, wholesale, stock }) => ({ retail, opt: wholesale, rest: stock }),
  retail: ({ retail, stock }) => ({ retail, rest: stock }),
  opt: ({ wholesale, stock }) => ({ opt: wholesale, rest: stock }),
}

function isHighlighted({ deviation }: CityAnalysis, threshold: number): boolean {
  return deviation !== null && Math.abs(deviation.percent) > threshold
}

function analyticsRow(tyre: TyrePrices, settings: RowSettings): Json {
  const row: Json = { tires_specs: analyticsSpecs(tyre.specs), cities: citiesOf(tyre, settings) }
  if (settings.analytics) {
    row.analytics = Object.fromEntries(
      [...analyseCities(tyre, settings)].map(([city, analysis]) => [
        city,
        {
          min_price: analysis.min,
          max_price: analysis.max,
          median_price: analysis.median,
          new_opt_price: analysis.proposed,
          color: isHighlighted(analysis, settings.threshold),
        },
      ]),
    )
  }
  return row
}

interface WireSite extends Json {
  warehouses?: Record<string, Json>
}

// Prototype without inherited members, because a city may have any name, even that of a member. Objects without a
// prototype are slow to serialise.
const NOTHING = Object.freeze(Object.create(null) as object)
const emptyObject = <T>(): Record<string, T> => Object.create(NOTHING) as Record<string, T>

/** Cached, because V8 would have to intern each new string used as a key, thousands of times per page. */
const urlOf = memoize((host) => `https://${host}`)

function citiesOf(tyre: TyrePrices, settings: RowSettings): Json {
  const cities = emptyObject<Record<string, WireSite>>()
  for (const offer of tyre.offers) {
    if (!isListedKind(offer, settings.priceType)) continue
    cities[offer.city] ??= emptyObject()
    const sites = cities[offer.city] as Record<string, WireSite>
    const url = urlOf(offer.site)
    sites[url] ??= {}
    addOffer(sites[url], offer, settings)
  }
  return cities
}

function addOffer(site: WireSite, offer: SiteOffer, { priceType, isOwnSite }: RowSettings): void {
  const prices = PRICES_SHOWN[priceType](offer)
  if (offer.warehouse === '') {
    Object.assign(site, prices, offer.cost === null ? {} : { cost: offer.cost })
    return
  }
  // On wholesale pages the price column of own warehouses contains the cost (specification 4.18).
  const ownCost = priceType === 'opt' && isOwnSite(offer.site)
  site.warehouses ??= emptyObject()
  site.warehouses[offer.warehouse] = ownCost ? { ...prices, price: offer.cost } : prices
}

function changesRow(tyre: TyrePrices, settings: RowSettings): Json {
  const cities = analyseCities(tyre, settings)
  const highlighted = [...cities].filter(([, analysis]) => isHighlighted(analysis, settings.threshold))
  const widest = widestIn(cities)
  return {
    specifications: changesSpecs(tyre.specs),
    daykon_price: widest?.own ?? null,
    opt_price: widest?.median ?? null,
    diff_percent: widest?.percent ?? null,
    highlight: highlighted.length > 0,
    highlight_cities: highlighted.map(([city]) => city),
    availability: availabilityOf([...tyre.offers, ...(tyre.gone ?? [])]),
  }
}

function availabilityOf(offers: readonly SiteOffer[]): Json[] {
  return [...Map.groupBy(offers, (offer) => offer.city)].map(([city, there]) => ({
    city,
    retailers: there.map((offer) => ({
      website: urlOf(offer.site),
      storage: offer.warehouse,
      prices: { retail: offer.retail, opt: offer.wholesale, cost: offer.cost },
      stock: offer.stock,
      // Only sent by this server: the price change since the site's previous day (decision 4) or the comparison day.
      change_percent: toldChange(offer),
    })),
  }))
}

export const WIRE_ROW: Readonly<Record<ReportLayout, (tyre: TyrePrices, settings: RowSettings) => Json>> = {
  analytics: analyticsRow,
  proposals: analyticsRow,
  changes: changesRow,
}
