import type { Figure } from '../../../contract/reports/columns.ts'
import type { PlacePrice } from '../market/market.ts'
import type { MarketRank } from '../market/rank.ts'
import { besideMedian, listed, money, NO_PRICE } from '../market/texts.ts'

interface FiguresProps {
  standing: MarketRank
  /** city of the figures; null for all cities */
  city: string | null
  /** opens the explanation of a figure; undefined for costs, which are not compared and have no explanation */
  onWhy?: ((figure: Figure) => void) | undefined
}

/** Minimum, median and maximum of the prices, and the own price with its rank. */
export function Figures({ standing, city, onWhy }: FiguresProps) {
  const { statistics, lowestAt, highestAt, own, rank, sites, median, percent } = standing
  if (!statistics) return null
  const [cheapest, dearest] = [whereWords(lowestAt, city), whereWords(highestAt, city)]
  return (
    <>
      <dl className="tyre-figures" aria-label={`Цены, ${city ?? 'все города'}`}>
        <Value name="Минимум" value={money(statistics.min)} onWhy={onWhy && (() => onWhy('min'))} />
        <Value name="Медиана" value={money(statistics.median)} onWhy={onWhy && (() => onWhy('median'))} />
        <Value name="Максимум" value={money(statistics.max)} onWhy={onWhy && (() => onWhy('max'))} />
        <Value
          name="Наша цена"
          value={own === null ? NO_PRICE : money(own)}
          own
          onWhy={percent === null ? undefined : onWhy && (() => onWhy('deviation'))}
        />
      </dl>
      {onWhy && cheapest !== dearest && (
        <p className="tyre-rank">
          Дешевле всех {cheapest}, дороже всех {dearest}.
        </p>
      )}
      {rank !== null && (
        <p className="tyre-rank">
          {sites === 1
            ? 'Других цен нет.'
            : `Наша цена ${rank}-я из ${sites}${percent === null || median === null ? '' : `, ${besideMedian(percent, median)}`}.`}
        </p>
      )}
    </>
  )
}

/** Maximum number of named sites. */
const NAMED = 3

/**
 * Lists sites: 'a.ru · Томск, b.ru · Омск, c.ru · Омск и ещё 2'. Cities are named only if the prices are those of all
 * cities.
 */
function whereWords(places: readonly PlacePrice[], city: string | null): string {
  const names = new Set(places.map((place) => (city === null ? `${place.site} · ${place.city}` : place.site)))
  return listed([...names], NAMED)
}

interface ValueProps {
  name: string
  value: string
  own?: boolean
  onWhy: (() => void) | undefined
}

function Value({ name, value, own = false, onWhy }: ValueProps) {
  return (
    <div className={own ? 'tyre-figure tyre-figure-own' : 'tyre-figure'}>
      <dt>{name}</dt>
      <dd>
        {onWhy ? (
          <button type="button" className="tyre-why-button" title="Почему?" onClick={onWhy}>
            {value}
          </button>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}
