import type { OwnStanding } from '../../../contract/dashboard/today.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import { deviationOf, lowest, statisticsOf } from '../../../contract/reports/statistics.ts'
import { pricesOf } from '../../prices/offer.ts'
import type { SiteOffer } from '../../prices/stored-offers.ts'

const KINDS: readonly ComparedPrice[] = ['retail', 'wholesale']

/** Key for all cities together, as in a view without a city. */
const ANYWHERE = ''

/**
 * Counts the market positions of the own prices, tyre by tyre, in each city and in all cities together, as the layout
 * 'Рынок' displays them (specification 17.3).
 */
export class OwnStandings {
  readonly #isOwnSite: (host: string) => boolean
  readonly #counted = new Map<string, OwnStanding>()

  constructor(isOwnSite: (host: string) => boolean) {
    this.#isOwnSite = isOwnSite
  }

  /** @param market all offers of one tyre */
  add(market: readonly SiteOffer[]): void {
    const own = market.filter(({ site }) => this.#isOwnSite(site))
    if (own.length === 0) return
    this.#compare(ANYWHERE, market)
    for (const city of new Set(own.map((offer) => offer.city))) {
      this.#compare(
        city,
        market.filter((offer) => offer.city === city),
      )
    }
  }

  /** Returns the counts by city; cities with the most compared tyres first. */
  standings(): OwnStanding[] {
    const tyres = ({ above, at, below }: OwnStanding) => above + at + below
    return [...this.#counted.values()].sort(
      (a, b) => tyres(b) - tyres(a) || (a.city < b.city ? -1 : a.city > b.city ? 1 : 0),
    )
  }

  #compare(city: string, offers: readonly SiteOffer[]): void {
    const ours = offers.filter(({ site }) => this.#isOwnSite(site))
    const theirs = offers.filter(({ site }) => !this.#isOwnSite(site))
    for (const kind of KINDS) this.#count(city, kind, pricesOf(ours, kind), pricesOf(theirs, kind))
  }

  #count(city: string, kind: ComparedPrice, ours: readonly number[], theirs: readonly number[]): void {
    const own = lowest(ours)
    const deviation = deviationOf(own, statisticsOf(theirs)?.median ?? null)
    if (!deviation) return
    const standing = this.#of(city, kind)
    standing[deviation.percent > 0 ? 'above' : deviation.percent < 0 ? 'below' : 'at'] += 1
    if (deviation.own <= (lowest(theirs) ?? 0)) standing.cheapest += 1
  }

  #of(city: string, kind: ComparedPrice): OwnStanding {
    const key = `${kind} ${city}`
    const known = this.#counted.get(key)
    if (known) return known
    const made = { city, kind, above: 0, at: 0, below: 0, cheapest: 0 }
    this.#counted.set(key, made)
    return made
  }
}
