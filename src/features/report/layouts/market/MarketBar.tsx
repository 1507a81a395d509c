import type { ReactNode } from 'react'
import type { ComparedPrice } from '../../../../../contract/reports/proposed-price.ts'
import { Choice } from '../../../../ui/Choice.tsx'
import { useIsNotWide } from '../../../../ui/compact.ts'
import { ALL_CITIES } from '../all-cities.ts'
import { CitySelect } from '../CitySelect.tsx'
import { KindChoice } from '../KindChoice.tsx'
import type { PageMarket } from '../row-markets.ts'

/** Option value for all cities; no city has this name. */
const ALL = ''
/** Maximum number of city tabs; more cities are a searchable select. */
const MOST_TABS = 5

interface MarketBarProps {
  cities: readonly string[]
  /** whether 'Все города' is an option */
  all: boolean
  page: PageMarket
  /** requested kind of price */
  wished: ComparedPrice
  /** controls of the quick filters and the compared competitors */
  filters: ReactNode
  /** @param city null for all cities */
  onCity(city: string | null): void
  onKind(kind: ComparedPrice): void
}

/** Controls above the market table: city, kind of price, quick filters, competitors. */
export function MarketBar({ cities, all, page, wished, filters, onCity, onKind }: MarketBarProps) {
  const few = useIsNotWide()
  // The city can still be left if the page has no other.
  const isOffered = cities.length > 1 || (all && page.city !== null && cities.length === 1)
  return (
    <>
      {isOffered && (few || cities.length > MOST_TABS) && (
        <CitySelect cities={cities} all={all} value={page.city} phone={few} onChange={onCity} />
      )}
      {isOffered && !few && cities.length <= MOST_TABS && (
        <Choice
          label="Город цен"
          options={[
            ...(all ? [{ value: ALL, name: ALL_CITIES }] : []),
            ...cities.map((city) => ({ value: city, name: city })),
          ]}
          value={page.city ?? ALL}
          onChange={(city) => onCity(city === ALL ? null : city)}
        />
      )}
      <KindChoice page={page} wished={wished} onChange={onKind} />
      {filters}
    </>
  )
}
