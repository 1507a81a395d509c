import { Choice } from '../../ui/Choice.tsx'
import './tyre.css'

interface CityChoiceProps {
  cities: readonly string[]
  /** selected city; null for all cities */
  value: string | null
  onChange(city: string | null): void
}

/** Option value for all cities; no city has an empty name. */
const ALL = ''
const ALL_NAME = 'Все города'
/** Maximum number of buttons. With more, a dropdown is used: the buttons would push the prices off a phone's screen. */
const MAX_BUTTONS = 5

export function CityChoice({ cities, value, onChange }: CityChoiceProps) {
  const choose = (city: string) => onChange(city === ALL ? null : city)
  if (cities.length <= MAX_BUTTONS) {
    const options = [{ value: ALL, name: ALL_NAME }, ...cities.map((city) => ({ value: city, name: city }))]
    return <Choice label="Город" options={options} value={value ?? ALL} onChange={choose} />
  }
  return <CitySelect cities={cities} value={value} onChange={onChange} />
}

/** Dropdown for a city, or for all cities. */
export function CitySelect({ cities, value, onChange }: CityChoiceProps) {
  return (
    <label className="tyre-city-field inline-flex items-center gap-6 text-muted">
      Город
      <select
        className="input"
        value={value ?? ALL}
        onChange={({ target }) => onChange(target.value === ALL ? null : target.value)}
      >
        <option value={ALL}>{ALL_NAME}</option>
        {cities.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}
