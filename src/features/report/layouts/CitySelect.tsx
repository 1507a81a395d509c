import { useId } from 'react'
import { NO_CITY } from '../../../../contract/reports/no-city.ts'
import { SearchBox } from '../filters/SearchBox.tsx'
import { ALL_CITIES } from './all-cities.ts'

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

/** Option value for all cities; no city has this name. */
const ALL = ''
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
