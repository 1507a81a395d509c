import { useQuery } from '@tanstack/react-query'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { longDay } from '../../report-choice/format-date.ts'

/** Offers the nearest days with prices before and after the chosen one, if the server lists such days. */
export function NearestDays({ date, onChoose }: { date: string; onChoose(date: string): void }) {
  const { data } = useQuery(filterOptionsQuery)
  // Sorted newest first.
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
