import { useQuery } from '@tanstack/react-query'
import { freshnessQuery } from '../../data/freshness-query.ts'
import { formatDay } from '../../ui/format-moment.ts'
import './city-field.css'

export interface CompareChoiceProps {
  /** day of the card's prices, which is not offered for comparison */
  day: string
  /** comparison day, YYYY-MM-DD; null for each site's previous imported day */
  value: string | null
  /** whether the displayed prices have changes, which the single other day explains */
  hasChanges: boolean
  onChange(day: string | null): void
}

const DAY_BEFORE = ''

/** Dropdown for the comparison day of the card's prices (specification 15.2). */
export function CompareChoice({ day, value, hasChanges, onChange }: CompareChoiceProps) {
  const { data, isLoading } = useQuery(freshnessQuery)
  // Includes the selected day: the report beside the card may be compared with a day that has no prices.
  const known = new Set([...(data?.days ?? []), ...(value === null ? [] : [value])])
  const days = [...known]
    .filter((one) => one !== day)
    .sort()
    .reverse()
  // While the days load, the control is rendered all the same, so that content below does not move under a click. With a
  // single other day there is nothing to choose, because it is usually the previous day.
  if (!isLoading && days.length === 0 && value === null) return null
  if (!isLoading && days.length === 1 && value === null)
    return hasChanges && <p className="text-13 text-muted">▲ и ▼ — изменение с предыдущего дня.</p>
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
