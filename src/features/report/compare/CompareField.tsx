import { useQuery } from '@tanstack/react-query'
import { companionQuery } from '../../../data/companion-query.ts'
import { DayField } from '../filters/DayField.tsx'

interface CompareFieldProps {
  value: string
  /** the report's day */
  date: string
  /** days that have prices, newest first */
  days: readonly string[]
  onChange(day: string): void
}

/** Field for the comparison day, if the server compares days (specification 4.30). */
export function CompareField({ value, date, days, onChange }: CompareFieldProps) {
  const { data } = useQuery(companionQuery)
  if (!data?.offers.includes('compare')) return null
  return (
    <DayField
      label="Сравнить с"
      calendar="День для сравнения"
      hint={value === '' ? 'с предыдущим днём сайта' : ''}
      value={value}
      near={date}
      days={days}
      onChange={onChange}
    />
  )
}
