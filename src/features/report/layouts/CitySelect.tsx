import { ALL_CITIES } from './all-cities.ts'

interface CitySelectProps {
  cities: readonly string[]
  /** whether 'Все города' is an option */
  all: boolean
  /** selected city; null for all cities */
  value: string | null
  onChange(city: string | null): void
}

/** Option value for all cities; no city has this name. */
const ALL = ''

export function CitySelect({ cities, all, value, onChange }: CitySelectProps) {
  return (
    <select
      className="input"
      aria-label="Город цен"
      value={value ?? ALL}
      onChange={({ target }) => onChange(target.value === ALL ? null : target.value)}
    >
      {all && <option value={ALL}>{ALL_CITIES}</option>}
      {cities.map((city) => (
        <option key={city}>{city}</option>
      ))}
    </select>
  )
}
