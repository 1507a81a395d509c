import { useQuery } from '@tanstack/react-query'
import { freshnessQuery } from '../../data/freshness-query.ts'
import { formatDay } from '../../ui/format-moment.ts'
import './city-field.css'

interface CompareChoiceProps {
  /** day of the card, with which it is not compared */
  day: string
  /** YYYY-MM-DD; null for each site's previous day */
  value: string | null
  onChange(day: string | null): void
}

const DAY_BEFORE = ''

/** Choice of the comparison day of the card's prices (specification 15.2). */
export function CompareChoice({ day, value, onChange }: CompareChoiceProps) {
  const { data, isLoading } = useQuery(freshnessQuery)
  // The report beside the card may be compared with a day without prices.
  const known = new Set([...(data?.days ?? []), ...(value === null ? [] : [value])])
  const days = [...known]
    .filter((one) => one !== day)
    .sort()
    .reverse()
  // A single other day is mostly the previous day, so there is no choice. While the days are loading, the control
  // keeps its space: content below would move from under a click.
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
