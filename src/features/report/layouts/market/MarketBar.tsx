import type { ReactNode } from 'react'
import type { ComparedPrice } from '../../../../../contract/reports/proposed-price.ts'
import { Choice } from '../../../../ui/Choice.tsx'
import { useIsCompact } from '../../../../ui/compact.ts'
import { ALL_CITIES } from '../all-cities.ts'
import { CitySelect } from '../CitySelect.tsx'
import { KindChoice } from '../KindChoice.tsx'
import type { PageMarket } from '../row-markets.ts'

/** No city is called so. */
const ALL = ''
/** More would take a third line from the table. */
const MOST_TABS = 12

interface MarketBarProps {
  cities: readonly string[]
  /** all of them together can be chosen */
  all: boolean
  page: PageMarket
  /** the kind of price that was asked for */
  wished: ComparedPrice
  coloured: boolean
  /** the quick filters */
  filters: ReactNode
  /** @param city null for all of them */
  onCity(city: string | null): void
  onKind(kind: ComparedPrice): void
  onColoured(coloured: boolean): void
}

/** What is compared, above the table. */
export function MarketBar({
  cities,
  all,
  page,
  wished,
  coloured,
  filters,
  onCity,
  onKind,
  onColoured,
}: MarketBarProps) {
  const few = useIsCompact()
  return (
    <>
      <KindChoice page={page} wished={wished} onChange={onKind} />
      <button type="button" className="chip" aria-pressed={coloured} onClick={() => onColoured(!coloured)}>
        Цвета
      </button>
      {cities.length > 1 && (few || cities.length > MOST_TABS) && (
        <CitySelect cities={cities} all={all} value={page.city} onChange={onCity} />
      )}
      {cities.length > 1 && !few && cities.length <= MOST_TABS && (
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
      {/* One of them comes later: before the others it would move them from under a click. */}
      {filters}
    </>
  )
}
