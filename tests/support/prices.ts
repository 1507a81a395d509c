import { isDaikon } from '../../contract/lib/host-name.ts'
import { type ImportedDay, importDay } from '../../server/features/sources/days/import-day.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { createMonthPartitions } from '../../server/platform/db/price-months.ts'
import { type ListingIds, NO_IDS, type OfferedState } from '../../server/prices/listings/listing.ts'
import { NO_VALUES, type Offer, type TyreSpecs } from '../../server/prices/offer.ts'
import { GLITCH_FACTOR } from '../../server/prices/price-change.ts'
import { createDraft } from '../../server/prices/snapshot-draft.ts'

/** Returns the specs of an ordinary car tyre, with changes. */
export function specs(over: Partial<TyreSpecs> = {}): TyreSpecs {
  return {
    article: 'A1',
    brand: 'Arktika',
    name: '205/55R16 94V Arktika Polar',
    width: '205',
    height: '55',
    diameter: '16',
    season: 'Зимняя',
    vehicleType: 'Легковая',
    speedIndex: 'V',
    loadIndex: '94',
    ...over,
  }
}

export function offer(over: Partial<Offer> = {}): Offer {
  return { ...NO_VALUES, city: 'Томск', warehouse: '', ...over }
}

/** Tyre, price, and the supplier's own numbers. */
export type Line = readonly [
  tyre: Partial<TyreSpecs>,
  price: Partial<Offer>,
  ids?: Partial<ListingIds & OfferedState>,
]

/** Settings with which an import evaluates rules. */
export const RULES = { isOwnSite: isDaikon, glitchFactor: GLITCH_FACTOR }

/** Imports a site's prices of one day, and evaluates the rules. */
export async function savePrices(
  db: Db,
  site: string,
  day: string,
  lines: readonly Line[],
): Promise<ImportedDay> {
  await createMonthPartitions(db, day)
  const draft = createDraft(day)
  for (const [tyre, price, ids] of lines) draft.add(specs(tyre), offer(price), 0, { ...NO_IDS, ...ids })
  return db.transaction((sql) => importDay(sql, { site, day }, draft, RULES))
}
