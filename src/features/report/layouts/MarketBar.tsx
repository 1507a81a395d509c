import { type ReactNode, useId } from 'react'
import { NO_CITY } from '../../../../contract/reports/no-city.ts'
import type { ComparedPrice } from '../../../../contract/reports/proposed-price.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { useIsNotWide } from '../../../ui/compact.ts'
import { KIND_NAMES } from '../../market/price-texts.ts'
import { SearchBox } from '../filters/SearchBox.tsx'
import { ALL_CITIES, type PageMarket } from './row-prices.ts'

/** Option value for all cities; no city has this name. */
const ALL = ''
/** Maximum number of city tabs; more cities are a searchable select. */
const MAX_TABS = 5

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
      {isOffered && (few || cities.length > MAX_TABS) && (
        <CitySelect cities={cities} all={all} value={page.city} phone={few} onChange={onCity} />
      )}
      {isOffered && !few && cities.length <= MAX_TABS && (
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
      <PriceTypeSwitch page={page} wished={wished} onChange={onKind} />
      {filters}
    </>
  )
}

interface CitySelectProps {
  cities: readonly string[]
  /** whether 'Все города' is an option */
  all: boolean
  /** selected city; null for all cities */
  value: string | null
  /** whether the screen is a phone's, whose own list of options is better than a small popup */
  phone: boolean
  onChange(city: string | null): void
}

const LABEL = 'Город цен'
const nameOf = (city: string): string =>
  city === ALL ? ALL_CITIES : city === NO_CITY ? 'Город не указан' : city

/** Select of the city whose prices are compared; on a desktop it can be searched. */
export function CitySelect({ cities, all, value, phone, onChange }: CitySelectProps) {
  const id = useId()
  const values = all ? [ALL, ...cities] : cities
  const choose = (city: string) => onChange(city === ALL ? null : city)
  if (!phone) {
    return (
      <div className="city-select">
        <label className="visually-hidden" htmlFor={id}>
          {LABEL}
        </label>
        <SearchBox id={id} values={values} labelOf={nameOf} value={value ?? ALL} onChange={choose} />
      </div>
    )
  }
  return (
    <select
      className="input"
      aria-label={LABEL}
      value={value ?? ALL}
      onChange={({ target }) => choose(target.value)}
    >
      {values.map((city) => (
        <option key={city} value={city}>
          {nameOf(city)}
        </option>
      ))}
    </select>
  )
}

interface KindChoiceProps {
  page: PageMarket
  /** requested kind of price; the chosen city may have no prices of this kind */
  wished: ComparedPrice
  onChange(kind: ComparedPrice): void
}

/** Choice of retail or wholesale. Rendered if the page has both, or only the kind that was not requested. */
export function PriceTypeSwitch({ page, wished, onChange }: KindChoiceProps) {
  if (page.kinds.length < 2 && page.kind === wished) return null
  return (
    <Choice<ComparedPrice>
      label="Вид цены"
      options={page.kinds.map((value) => ({ value, name: KIND_NAMES[value] }))}
      value={page.kind}
      onChange={onChange}
    />
  )
}
