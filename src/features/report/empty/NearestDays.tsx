import { useQuery } from '@tanstack/react-query'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { longDay } from '../../report-choice/format-date.ts'

/**
 * Buttons for the nearest days with prices before and after the chosen day, if the server lists the days with prices.
 */
export function NearestDays({ date, onChoose }: { date: string; onChoose(date: string): void }) {
  const { data } = useQuery(filterOptionsQuery)
  // Days are sorted newest first.
  const days = data?.dates ?? []
  if (days.includes(date)) return null
  const nearest = [days.find((day) => day < date), days.findLast((day) => day > date)]
  return nearest.map(
    (day) =>
      day !== undefined && (
        <Button key={day} variant="quiet" onClick={() => onChoose(day)}>
          Показать данные за {longDay(day)}
        </Button>
      ),
  )
}
