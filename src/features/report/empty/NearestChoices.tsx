import { useQuery } from '@tanstack/react-query'
import type { Report } from '../../../../contract/reports/reports.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { useSession } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { TYRES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import { longDay } from '../../report-choice/format-date.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import { type NearChoice, nearestChoicesQuery } from './nearest-choices.ts'

interface NearestChoicesProps {
  report: Report
  /** choice whose table is empty */
  choice: ReportChoice
  onApply(choice: ReportChoice): void
}

/**
 * Buttons for the nearest choices that have rows: another day or city. A companion counts their tyres; before another
 * backend only the nearest days with prices are offered, without numbers.
 */
export function NearestChoices({ report, choice, onApply }: NearestChoicesProps) {
  const { offline } = useSession()
  const counts = useQuery(companionQuery).data?.offers.includes('order') === true && !offline
  const { data: options } = useQuery(filterOptionsQuery)
  const days = options?.dates
  const { data, isFetching } = useQuery({
    ...nearestChoicesQuery(report, choice, days ?? []),
    enabled: counts && days !== undefined,
  })
  if (isFetching) return null
  if (data) {
    return (
      <div className="empty-actions">
        {data.map((near) => (
          <Button key={textOf(near)} variant="quiet" onClick={() => onApply(near.choice)}>
            {textOf(near)} · {countText(near.count, TYRES)}
          </Button>
        ))}
      </div>
    )
  }
  const { date } = choice
  if (!days || days.includes(date)) return null
  const nearest = [days.find((day) => day < date), days.findLast((day) => day > date)]
  return nearest.map(
    (day) =>
      day !== undefined && (
        <Button key={day} variant="quiet" onClick={() => onApply({ ...choice, date: day })}>
          Показать данные за {longDay(day)}
        </Button>
      ),
  )
}

const textOf = ({ differs, choice }: NearChoice): string =>
  differs === 'day' ? `Показать данные за ${longDay(choice.date)}` : `Город: ${choice.filters.city}`
