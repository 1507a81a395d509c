import { statisticsOf } from '../../../contract/reports/statistics.ts'
import { Change } from '../market/Change.tsx'
import { isSoldOut, type Market, numbersOf, type PriceKind } from '../market/market.ts'
import { money, NO_PRICE } from '../market/price-texts.ts'
import { type SiteInCity, sitesIn, sitesOf } from '../market/rank.ts'
import { MARKS, SoldOutSign } from './CityPriceTable.tsx'

interface MarketMatrixProps {
  market: Market
  kind: PriceKind
  cities: readonly string[]
  onCity(city: string): void
}

/** Table of prices by site (rows) and city (columns), scrolled horizontally beside its column of sites. */
export function MarketMatrix({ market, kind, cities, onCity }: MarketMatrixProps) {
  const byCity = new Map(
    cities.map((city) => [city, new Map(sitesIn(market, kind, city).map((site) => [site.site, site]))]),
  )
  const medians = cities.map(
    (city) =>
      statisticsOf(
        numbersOf(
          market.places.filter((place) => place.city === city),
          kind,
        ),
      )?.median ?? null,
  )
  return (
    <section
      className="tyre-matrix relative bg-raised border rounded"
      aria-label="Цены по сайтам и городам"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      data-arrows
    >
      <table className="tyre-matrix-table" translate="no">
        <thead>
          <tr>
            <th scope="col" className="tyre-matrix-cell tyre-matrix-site tyre-matrix-edge">
              Сайт
            </th>
            {cities.map((city) => (
              <th key={city} scope="col" className="tyre-matrix-cell tyre-matrix-edge">
                <button
                  type="button"
                  className="tyre-city font-semibold text-accent cursor-pointer"
                  onClick={() => onCity(city)}
                >
                  {city}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sitesOf(market, kind).map(({ site, own }) => (
            <tr key={site} className={own ? 'tyre-own' : undefined}>
              <th scope="row" className="tyre-matrix-cell tyre-matrix-site">
                <span className="font-semibold">{site}</span>
                {own && <span className="block text-12 text-accent">наш сайт</span>}
              </th>
              {cities.map((city) => (
                <MatrixCell key={city} at={byCity.get(city)?.get(site)} kind={kind} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="tyre-matrix-medians">
          <tr>
            <th scope="row" className="tyre-matrix-cell tyre-matrix-site tyre-matrix-edge">
              Медиана
            </th>
            {medians.map((median, index) => (
              <td key={cities[index]} className="tyre-matrix-cell tyre-matrix-edge">
                {median === null ? NO_PRICE : money(median)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function MatrixCell({ at, kind }: { at: SiteInCity | undefined; kind: PriceKind }) {
  if (!at) return <td className="tyre-matrix-cell text-muted">{NO_PRICE}</td>
  const { best, mark, places } = at
  return (
    <td className="tyre-matrix-cell">
      <span className={mark ? `tyre-cell tyre-in-${mark}` : 'tyre-cell'}>
        {mark && (
          <span role="img" aria-label={MARKS[mark].name} title={MARKS[mark].name}>
            {MARKS[mark].sign}
          </span>
        )}
        {places.every(isSoldOut) && <SoldOutSign />}
        {places.length > 1 ? `от ${money(best.prices[kind])}` : money(best.prices[kind])}
      </span>
      <Change place={best} kind={kind} />
    </td>
  )
}
