import { changesBetween } from '../../../server/history/changes.ts'
import type { Sql, SqlValue } from '../../../server/platform/db/db.ts'
import type { Offer } from '../../../server/prices/offer.ts'
import { randomFrom } from '../../../server/sample/make-sample.ts'
import { CITIES, madeUpTyre, SITES } from '../support/made-up-day.ts'

/** Years of made-up prices, written into the tables directly: importing a thousand days would take a day. */

const DAY_MS = 24 * 60 * 60 * 1000
const FIRST = Date.UTC(2023, 10, 22)

export const dayAt = (number: number): string => new Date(FIRST + number * DAY_MS).toISOString().slice(0, 10)

/** Sites, their days, and a catalog. */
export async function writeSitesAndTyres(sql: Sql, tyres: number, days: number): Promise<void> {
  await sql.insertMany(
    'sites',
    ['host'],
    SITES.map((site) => [site]),
  )
  await sql.insertMany(
    'history_places',
    ['id', 'city', 'warehouse'],
    CITIES.map((city, place) => [place + 1, city, '']),
  )
  await sql.insertMany('history_days', ['site_id', 'day'], daysOfSites(days))
  await sql.insertMany('tyres', ['identity', ...COLUMNS], catalog(tyres))
}

const COLUMNS = [
  ...['article', 'brand', 'name', 'width', 'height', 'diameter', 'season', 'vehicle_type', 'speed_index'],
  'load_index',
]

function* daysOfSites(days: number): Generator<SqlValue[]> {
  for (const site of SITES.keys()) for (let day = 0; day < days; day++) yield [site + 1, dayAt(day)]
}

function* catalog(tyres: number): Generator<SqlValue[]> {
  for (let number = 0; number < tyres; number++) {
    const { article, ...specs } = madeUpTyre(number)
    yield [`${article}N${number}`, `${article}-N${number}`, ...Object.values(specs)]
  }
}

export const HISTORY_COLUMNS = ['tyre_id', 'site_id', 'day', 'changes'] as const

/** What moves on a day: one price of a place, or all prices of a tyre at a site. */
export type Moves = 'each price' | 'whole sites'

/** A tyre's prices at one site from day to day. */
export class SitePrices {
  readonly #random: () => number
  readonly #moves: Moves
  readonly #share: number
  #offers: Offer[] = []

  constructor(tyre: number, site: number, places: number, moves: Moves, share: number) {
    this.#random = randomFrom(tyre * SITES.length + site + 1)
    this.#moves = moves
    this.#share = share
    const level = 3_000 + this.#random() * 12_000
    this.#offers = CITIES.slice(0, places).map((city) =>
      this.#priced(city, level * (0.95 + this.#random() * 0.1)),
    )
  }

  /** @returns what the history stores of the day; '' if nothing has changed */
  changes(day: number): string {
    const before = day === 0 ? [] : this.#offers
    if (day > 0) {
      const whole = this.#moves === 'whole sites' && this.#random() < this.#share
      this.#offers = this.#offers.map((offer) => {
        const moves = this.#moves === 'whole sites' ? whole : this.#random() < this.#share
        return moves
          ? this.#priced(offer.city, (offer.wholesale as number) * (0.95 + this.#random() * 0.1))
          : offer
      })
    }
    return changesBetween(before, this.#offers, ({ city }) => CITIES.indexOf(city) + 1)
  }

  #priced(city: string, price: number): Offer {
    const wholesale = Math.round(price)
    return { city, warehouse: '', retail: Math.round(wholesale * 1.2), wholesale, cost: null, stock: 4 }
  }
}
