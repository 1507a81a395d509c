import { useId, useState } from 'react'
import type { Figure } from '../../../contract/reports/columns.ts'
import { Choice } from '../../ui/Choice.tsx'
import { changeText } from '../market/change-text.ts'
import { kindsOf, type Market, marketCities, type PriceKind } from '../market/market.ts'
import { countsSoldOut, marketRankOf, placesIn } from '../market/rank.ts'
import { KIND_NAMES } from '../market/texts.ts'
import { CityChoice } from './CityChoice.tsx'
import { CityList } from './CityList.tsx'
import { CompareChoice, type CompareChoiceProps } from './CompareChoice.tsx'
import { Figures } from './Figures.tsx'
import { MarketAnswer } from './MarketAnswer.tsx'
import { MarketMatrix } from './MarketMatrix.tsx'
import { priceLineOf } from './price-line.ts'
import type { FigureRequest } from './question.ts'
import './market.css'

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
    <section className="tyre-section" aria-labelledby={id}>
      <div className="tyre-section-head flex flex-wrap items-center justify-between gap-8">
        <h3 id={id}>Рынок</h3>
        <span className="tyre-scope">
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
        <CityList market={market} kind={kind} city={shown} />
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
