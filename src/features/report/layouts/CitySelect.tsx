import { ALL_CITIES } from './all-cities.ts'

interface CitySelectProps {
  cities: readonly string[]
  /** all of them together can be chosen */
  all: boolean
  /** null for all of them */
  value: string | null
  onChange(city: string | null): void
}

/** No city is called so. */
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
