import { GrowableBuffer } from '../../../prices/growable-buffer.ts'
import { ABSENT, type DayPrices } from '../../../prices/order/day-prices.ts'
import { createYields, sortInSteps } from '../../../prices/steps.ts'
import type { CatalogTyre } from '../../../prices/tyre-catalog.ts'

export interface BelowPlace {
  site: string
  city: string
  own: boolean
  /** index of the site in `BelowDay.sites` */
  siteAt: number
}

/** Prices of a day below the recommended ones, in columns; the largest difference in percent first. */
export interface BelowDay {
  tyres: readonly CatalogTyre[]
  /** host names of the sites */
  sites: readonly string[]
  places: readonly BelowPlace[]
  /** position of each price's tyre */
  position: Int32Array
  /** index of each price's place */
  place: Int32Array
  /** prices and recommended prices in kopecks */
  retail: Int32Array
  recommended: Int32Array
}

/** Number of tyres between possible yields. */
const STEP = 200
/** Number of prices between possible yields while sorting. */
const PRICES_STEP = 5_000

/** Difference of a price to the recommended one in percent, above 0. */
export const shortfall = ({ retail, recommended }: BelowDay, at: number): number =>
  (1 - (retail[at] as number) / (recommended[at] as number)) * 100

/**
 * Finds the lowest retail price of each tyre at each site in each city, where it is below the recommended price.
 * @param tyres tyres by position
 * @param recommended prices in roubles by the tyre's id
 */
export async function findPricesBelowRrp(
  tyres: readonly CatalogTyre[],
  prices: DayPrices,
  recommended: ReadonlyMap<number, number>,
): Promise<BelowDay> {
  const pause = createYields()
  const { places, placeOf, sites } = groupPlaces(prices)
  const columns = {
    position: new GrowableBuffer(),
    place: new GrowableBuffer(),
    retail: new GrowableBuffer(),
    recommended: new GrowableBuffer(),
  }
  const lowest = new Int32Array(places.length).fill(ABSENT)
  for (const [position, { id }] of tyres.entries()) {
    if (position % STEP === 0) await pause()
    const limit = recommended.get(id)
    if (limit === undefined) continue
    const kopecks = Math.round(limit * 100)
    for (const place of placesBelow(prices, position, kopecks, placeOf, lowest)) {
      columns.position.push(position)
      columns.place.push(place)
      columns.retail.push(lowest[place] as number)
      columns.recommended.push(kopecks)
      lowest[place] = ABSENT
    }
  }
  const found: BelowDay = {
    tyres,
    sites,
    places,
    position: columns.position.values(),
    place: columns.place.values(),
    retail: columns.retail.values(),
    recommended: columns.recommended.values(),
  }
  return inOrder(found, pause)
}

/** Writes the lowest price below the limit of each place into `lowest`, and returns the places with one. */
function placesBelow(
  { starts, retail, place }: DayPrices,
  position: number,
  limit: number,
  placeOf: Uint32Array,
  lowest: Int32Array,
): number[] {
  const found: number[] = []
  const end = starts[position + 1] as number
  for (let offer = starts[position] as number; offer < end; offer++) {
    const price = retail[offer] as number
    if (price === ABSENT || price >= limit) continue
    const at = placeOf[place[offer] as number] as number
    if (lowest[at] === ABSENT) found.push(at)
    else if ((lowest[at] as number) <= price) continue
    lowest[at] = price
  }
  return found
}

/** Joins the warehouses of a site in a city. */
function groupPlaces({ places: warehouses }: DayPrices) {
  const places: BelowPlace[] = []
  const sites: string[] = []
  const known = new Map<string, number>()
  const placeOf = Uint32Array.from(warehouses, ({ site, city, own }) => {
    const key = JSON.stringify([site, city])
    const at = known.get(key) ?? places.length
    if (at === places.length) {
      if (!sites.includes(site)) sites.push(site)
      places.push({ site, city, own, siteAt: sites.indexOf(site) })
    }
    known.set(key, at)
    return at
  })
  return { places, placeOf, sites }
}

/** Sorts the prices by their difference in percent, the largest first. */
async function inOrder(found: BelowDay, pause: () => Promise<void> | undefined): Promise<BelowDay> {
  const count = found.position.length
  const percents = new Float64Array(count)
  const unsorted = new Array<number>(count)
  for (let at = 0; at < count; at++) {
    percents[at] = shortfall(found, at)
    unsorted[at] = at
    if (at % PRICES_STEP === 0) await pause()
  }
  const order = await sortInSteps(
    unsorted,
    (a, b) => (percents[b] as number) - (percents[a] as number) || a - b,
    pause,
  )
  const sorted = { ...found }
  for (const name of ['position', 'place', 'retail', 'recommended'] as const) {
    const column = new Int32Array(count)
    for (let at = 0; at < count; at++) {
      column[at] = found[name][order[at] as number] as number
      if (at % PRICES_STEP === 0) await pause()
    }
    sorted[name] = column
  }
  return sorted
}
