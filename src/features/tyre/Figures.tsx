import type { Figure } from '../../../contract/reports/columns.ts'
import { groupBy } from '../market/group-by.ts'
import { isSoldOut, type PlacePrice } from '../market/market.ts'
import type { MarketRank } from '../market/rank.ts'
import { listed, money } from '../market/texts.ts'

interface FiguresProps {
  standing: MarketRank
  /** city of the figures; null for all cities */
  city: string | null
  /** opens the explanation of a figure; undefined for costs, which are not compared and have no explanation */
  onWhy?: ((figure: Figure) => void) | undefined
}

const FIGURES = [
  { figure: 'min', name: 'Минимум' },
  { figure: 'median', name: 'Медиана' },
  { figure: 'max', name: 'Максимум' },
] as const

/** Minimum, median and maximum of the prices, and the sites with the lowest and the highest one. */
export function Figures({ standing, city, onWhy }: FiguresProps) {
  const { statistics, lowestAt, highestAt } = standing
  if (!statistics) return null
  const [cheapest, dearest] = [whereWords(lowestAt, city), whereWords(highestAt, city)]
  return (
    <>
      <dl className="tyre-figures" aria-label={`Цены, ${city ?? 'все города'}`}>
        {FIGURES.map(({ figure, name }) => (
          <div key={figure} className="tyre-figure">
            <dt>{name}</dt>
            <dd>
              {onWhy ? (
                <button
                  type="button"
                  className="tyre-why-button tyre-why-cell"
                  title="Почему?"
                  onClick={() => onWhy(figure)}
                >
                  {money(statistics[figure])}
                </button>
              ) : (
                money(statistics[figure])
              )}
            </dd>
          </div>
        ))}
      </dl>
      {onWhy && cheapest !== dearest && (
        <p className="text-14">
          Дешевле всех {cheapest}, дороже всех {dearest}.
        </p>
      )}
    </>
  )
}

/** Maximum number of named sites, and of named cities of a site. */
const NAMED = 3

/**
 * Lists sites: 'a.ru · Томск, b.ru (Омск, Томск), c.ru · Омск и ещё 2'. Cities are named only if the prices are those of
 * all cities. Sold-out prices are named as such.
 */
function whereWords(places: readonly PlacePrice[], city: string | null): string {
  const names = [...groupBy(places, ({ site }) => site)].map(([site, own]) => {
    const cities = [...new Set(own.map((place) => place.city))]
    const soldOut = own.every(isSoldOut) ? ' (нет в наличии)' : ''
    if (city !== null) return `${site}${soldOut}`
    return `${site}${cities.length === 1 ? ` · ${cities[0]}` : ` (${listed(cities, NAMED)})`}${soldOut}`
  })
  return listed(names, NAMED)
}
