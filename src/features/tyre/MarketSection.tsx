import { listed } from '../../../contract/lib/listed.ts'
import './market.css'
import './tyre.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Figure } from '../../../contract/reports/columns.ts'
import { freshnessQuery } from '../../data/freshness-query.ts'
import { Choice } from '../../ui/Choice.tsx'
import { formatDay } from '../../ui/format-moment.ts'
import { groupBy } from '../market/group-by.ts'
import {
  isSoldOut,
  kindsOf,
  type Market,
  marketCities,
  type PlacePrice,
  type PriceKind,
} from '../market/market.ts'
import { changeText, KIND_NAMES, money } from '../market/price-texts.ts'
import { countsSoldOut, type MarketRank, marketRankOf, placesIn } from '../market/rank.ts'
import { CityChoice } from './CityChoice.tsx'
import { CityPriceTable } from './CityPriceTable.tsx'
import { MarketAnswer } from './MarketAnswer.tsx'
import { MarketMatrix } from './MarketMatrix.tsx'
import { priceLineOf } from './price-line.ts'
import type { FigureRequest } from './question.ts'

interface MarketSectionProps {
  market: Market
  /** selected city; null for all cities */
  city: string | null
  onCity(city: string | null): void
  /** kind of price that is selected at first */
  preferred: PriceKind
  /** opens the explanation of a figure */
  onWhy(asked: FigureRequest): void
  /** choice of the comparison day; null if there is none */
  comparison: Omit<CompareChoiceProps, 'hasChanges'> | null
}

/** Prices of the tyre by city and site on the card's day (specification 15.2). */
export function MarketSection({ market, city, onCity, preferred, onWhy, comparison }: MarketSectionProps) {
  const id = useId()
  const [wanted, setWanted] = useState<PriceKind | null>(null)
  const kinds = kindsOf(market)
  const kind = [wanted, preferred, kinds[0]].find((one) => one && kinds.includes(one)) ?? preferred
  const cities = marketCities(market, kind)
  // All cities are displayed if the selected city has no prices of this kind.
  const shown =
    cities.length === 1 ? (cities[0] ?? null) : city !== null && cities.includes(city) ? city : null
  const standing = marketRankOf(market, kind, shown)
  // Costs are not compared and therefore have no explanation.
  const explain =
    kind === 'cost' ? undefined : (figure: Figure) => onWhy({ figure, kind, city: shown, ofCard: true })
  return (
    <section className="tyre-section grid grid-cols-1 min-w-0" aria-labelledby={id}>
      <div className="tyre-section-head flex flex-wrap items-center justify-between gap-8">
        <h3 id={id}>Рынок</h3>
        <span className="tyre-scope text-14 text-muted">
          {cities.length === 1 ? `Город: ${shown}` : (shown ?? 'все города')}
        </span>
        {kinds.length > 1 && (
          <Choice<PriceKind>
            label="Вид цены"
            options={kinds.map((value) => ({ value, name: KIND_NAMES[value] }))}
            value={kind}
            onChange={setWanted}
          />
        )}
      </div>
      <MarketAnswer
        standing={standing}
        line={priceLineOf(market, kind, shown, standing)}
        withSoldOut={countsSoldOut(market, kind, shown)}
        onWhy={explain}
      />
      {cities.length > 1 && <CityChoice cities={cities} value={shown} onChange={onCity} />}
      <Figures standing={standing} city={shown} onWhy={explain} />
      {shown === null ? (
        <MarketMatrix market={market} kind={kind} cities={cities} onCity={onCity} />
      ) : (
        <CityPriceTable market={market} kind={kind} city={shown} />
      )}
      {comparison && (
        <CompareChoice
          {...comparison}
          hasChanges={placesIn(market, shown).some((place) => changeText(place, kind) !== null)}
        />
      )}
    </section>
  )
}

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
function Figures({ standing, city, onWhy }: FiguresProps) {
  const { statistics, lowestAt, highestAt } = standing
  if (!statistics) return null
  const [cheapest, dearest] = [whereWords(lowestAt, city), whereWords(highestAt, city)]
  return (
    <>
      <dl
        className="facts tyre-figures grid border rounded text-15 font-semibold"
        aria-label={`Цены, ${city ?? 'все города'}`}
      >
        {FIGURES.map(({ figure, name }) => (
          <div key={figure} className="tyre-figure grid relative gap-2">
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

const NAMED = 3

/** Lists sites: 'a.ru · Томск, b.ru (Омск, Томск) и ещё 2', with cities only for the prices of all cities. */
function whereWords(places: readonly PlacePrice[], city: string | null): string {
  const names = [...groupBy(places, ({ site }) => site)].map(([site, own]) => {
    const cities = [...new Set(own.map((place) => place.city))]
    const soldOut = own.every(isSoldOut) ? ' (нет в наличии)' : ''
    if (city !== null) return `${site}${soldOut}`
    return `${site}${cities.length === 1 ? ` · ${cities[0]}` : ` (${listed(cities, NAMED)})`}${soldOut}`
  })
  return listed(names, NAMED)
}

interface CompareChoiceProps {
  /** day of the card's prices, which is not offered for comparison */
  day: string
  /** comparison day, YYYY-MM-DD; null for each site's previous imported day */
  value: string | null
  /** whether the displayed prices have changes, which the single other day explains */
  hasChanges: boolean
  onChange(day: string | null): void
}

const DAY_BEFORE = ''

/** Dropdown for the comparison day of the card's prices (specification 15.2). */
function CompareChoice({ day, value, hasChanges, onChange }: CompareChoiceProps) {
  const { data, isLoading } = useQuery(freshnessQuery)
  // Includes the selected day: the report beside the card may be compared with a day that has no prices.
  const known = new Set([...(data?.days ?? []), ...(value === null ? [] : [value])])
  const days = [...known]
    .filter((one) => one !== day)
    .sort()
    .reverse()
  // While the days load, the control is rendered all the same, so that content below does not move under a click. With a
  // single other day there is nothing to choose, because it is usually the previous day.
  if (!isLoading && days.length === 0 && value === null) return null
  if (!isLoading && days.length === 1 && value === null)
    return hasChanges && <p className="text-13 text-muted">▲ и ▼ — изменение с предыдущего дня.</p>
  return (
    <label className="tyre-city-field inline-flex items-center gap-6 text-muted">
      Сравнить с
      <select
        className="input"
        disabled={isLoading}
        value={value ?? DAY_BEFORE}
        onChange={({ target }) => onChange(target.value === DAY_BEFORE ? null : target.value)}
      >
        <option value={DAY_BEFORE}>предыдущим днём</option>
        {days.map((one) => (
          <option key={one} value={one}>
            {formatDay(one)}
          </option>
        ))}
      </select>
    </label>
  )
}
