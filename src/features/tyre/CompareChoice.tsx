import { useQuery } from '@tanstack/react-query'
import { freshnessQuery } from '../../data/freshness-query.ts'
import { formatDay } from '../../ui/format-moment.ts'
import './city-field.css'

interface CompareChoiceProps {
  /** of the card; it is not compared with itself */
  day: string
  /** YYYY-MM-DD; null for each site's day before */
  value: string | null
  onChange(day: string | null): void
}

const DAY_BEFORE = ''

/** With which day the card's prices are compared (specification 15.2). */
export function CompareChoice({ day, value, onChange }: CompareChoiceProps) {
  const { data, isLoading } = useQuery(freshnessQuery)
  // The report beside the card may be compared with a day without prices.
  const known = new Set([...(data?.days ?? []), ...(value === null ? [] : [value])])
  const days = [...known]
    .filter((one) => one !== day)
    .sort()
    .reverse()
  // The only other day is mostly the day before. Until the days are there it keeps its place: what stands below would move from under a click.
  if (!isLoading && days.length < 2 && value === null) return null
  return (
    <label className="tyre-city-field">
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
