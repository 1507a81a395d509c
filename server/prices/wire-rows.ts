import { memoize } from '../../contract/lib/memo.ts'
import { OFFER_VALUES, PLACE_FIELDS } from '../../contract/offers/offer-values.ts'
import { type ListKind, type ShownPlace, shownFields } from '../../contract/offers/shown-values.ts'
import { SPEC_NAMES, TYRE_SPECS } from '../../contract/tyre/tyre-specs.ts'
import { type AnalysisSettings, analyseCities, type CityAnalysis, widestIn } from './city-analysis.ts'
import { isListedKind, type TyreSpecs } from './offer.ts'
import { compileObject, type SiteOffer } from './stored-offers.ts'
import type { TyrePrices } from './tyre-prices.ts'

export interface RowSettings extends AnalysisSettings, ListKind {
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

type WritePrices = (offer: SiteOffer) => Json
type PlaceWriters = [outside: WritePrices, inWarehouse: WritePrices]

/** Writers of a place's displayed values: of other and of own sites, each outside and in warehouses. */
const pricesWriters = memoize((listKind) => {
  const list = JSON.parse(listKind) as ListKind
  return [false, true].map(
    (own): PlaceWriters => [
      pricesWriter(list, { own, warehouse: '' }),
      pricesWriter(list, { own, warehouse: 'any' }),
    ],
  )
})

function pricesWriter(list: ListKind, place: ShownPlace): WritePrices {
  const members: Record<string, string> = {}
  for (const { field, value } of shownFields(list, place)) {
    // Answers leave out an unknown cost; addOffer adds a known one.
    if (field === 'cost') continue
    // The cost in the field of a price has the name 'price' (specification 4.18).
    members[field === value ? PLACE_FIELDS[field].wire[0] : 'price'] = `given.${value}`
  }
  return compileObject<WritePrices>(members)
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

function citiesOf(tyre: TyrePrices, { layout, priceType, isOwnSite }: RowSettings): Json {
  const cities = emptyObject<Record<string, WireSite>>()
  const all = pricesWriters(JSON.stringify({ layout, priceType }))
  let host: string | undefined
  let writers = all[0] as PlaceWriters
  for (const offer of tyre.offers) {
    if (!isListedKind(offer, priceType)) continue
    cities[offer.city] ??= emptyObject()
    const sites = cities[offer.city] as Record<string, WireSite>
    const url = urlOf(offer.site)
    sites[url] ??= {}
    // The offers of a site follow each other.
    if (offer.site !== host) {
      host = offer.site
      writers = all[Number(isOwnSite(host))] as PlaceWriters
    }
    addOffer(sites[url], offer, writers[offer.warehouse === '' ? 0 : 1])
  }
  return cities
}

function addOffer(site: WireSite, offer: SiteOffer, write: WritePrices): void {
  if (offer.warehouse === '') {
    Object.assign(site, write(offer), offer.cost === null ? {} : { cost: offer.cost })
    return
  }
  site.warehouses ??= emptyObject()
  site.warehouses[offer.warehouse] = write(offer)
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

const changesPrices = compileObject<WritePrices>(
  Object.fromEntries(
    OFFER_VALUES.filter((name) => name !== 'stock').map((name) => [
      PLACE_FIELDS[name].wire[0],
      `given.${name}`,
    ]),
  ),
)

function availabilityOf(offers: readonly SiteOffer[]): Json[] {
  return [...Map.groupBy(offers, (offer) => offer.city)].map(([city, there]) => ({
    city,
    retailers: there.map((offer) => ({
      website: urlOf(offer.site),
      storage: offer.warehouse,
      prices: changesPrices(offer),
      stock: offer.stock,
      // Only sent by this server: the price change since the site's previous day (decision 4) or the comparison day.
      change_percent: offer.change,
    })),
  }))
}

/** Returns a tyre's row in the canonical shape of the list's layout (specification 7.7 to 7.11). */
export const wireRow = (tyre: TyrePrices, settings: RowSettings): Json =>
  settings.layout === 'changes' ? changesRow(tyre, settings) : analyticsRow(tyre, settings)
