import { useQuery } from '@tanstack/react-query'
import { filterOptionsQuery } from '../api/report-queries.ts'
import { Button } from '../ui/Button.tsx'

const dayFormat = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' })

/** Offers the nearest day with prices, preferably not after the chosen one, if the server lists such days. */
export function LatestDay({ date, onChoose }: { date: string; onChoose(date: string): void }) {
  const { data } = useQuery(filterOptionsQuery)
  const days = data?.dates ?? []
  const nearest = days.find((day) => day < date) ?? days.at(-1)
  if (nearest === undefined || days.includes(date)) return null
  return (
    <Button variant="quiet" onClick={() => onChoose(nearest)}>
      Показать данные за {dayFormat.format(new Date(nearest))}
    </Button>
  )
}
