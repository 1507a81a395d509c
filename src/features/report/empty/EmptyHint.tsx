import { useQuery } from '@tanstack/react-query'
import { filterNamesOf } from '../../../../contract/reports/filter-sets.ts'
import { FILTERS, type FilterName } from '../../../../contract/reports/filters.ts'
import type { Report } from '../../../../contract/reports/reports.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { filterOptionsQuery, vehicleTypesQuery } from '../../../data/report-queries.ts'
import { useSession } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { TYRES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import { nearestChoicesQuery, onDay, withoutFilter } from './nearest-choices.ts'

export interface EmptyHintProps {
  report: Report
  /** choice whose table is empty */
  choice: ReportChoice
  /** whether the filters may be the reason */
  asks: boolean
  onApply(choice: ReportChoice): void
}

/**
 * Buttons for the choices that differ least from an empty one: without one of its filters, on another day or in another
 * city. A companion counts their tyres, and choices without any are left out; before another backend and without a
 * network, the filters and the nearest days with prices are offered without numbers.
 */
export function EmptyHint({ report, choice, asks, onApply }: EmptyHintProps) {
  const { offline } = useSession()
  const counts = useQuery(companionQuery).data?.offers.includes('order') === true && !offline
  const { days, strangers } = useFilterOptions(choice)
  const isOtherDay = days !== undefined && days.length > 0 && !days.includes(choice.date)
  const chosen = asks && strangers?.length === 0 && !isOtherDay ? filterNamesOf(choice) : []
  const { data, isFetching, isError } = useQuery({
    ...nearestChoicesQuery(report, choice, chosen, days ?? []),
    enabled: counts && days !== undefined && strangers !== undefined,
  })
  const nearestDays = [days?.find((day) => day < choice.date), days?.findLast((day) => day > choice.date)]
  const offered = [
    ...(asks ? (strangers ?? []) : []).map((name) => withoutFilter(choice, name)),
    ...(data?.choices ?? []),
    ...(counts ? [] : chosen.map((name) => withoutFilter(choice, name))),
    ...(isOtherDay && (isError || !counts) ? nearestDays : []).flatMap((day) =>
      day ? onDay(choice, day) : [],
    ),
  ]
  return (
    <>
      {asks && strangers && strangers.length > 0 && (
        <p>{strangers.map((name) => strangerText(name, choice)).join(' ')}</p>
      )}
      {data?.isDayEmpty && <p>За этот день здесь нет строк и без фильтров.</p>}
      {!isFetching && offered.length > 0 && (
        <div className="empty-actions">
          {offered.map(({ text, count, isFilter, choice: near }) => (
            <Button key={text} variant={isFilter ? 'secondary' : 'quiet'} onClick={() => onApply(near)}>
              {count === undefined ? text : `${text} · ${countText(count, TYRES)}`}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/**
 * Returns what the filter options show without another request: the days with prices, and `strangers`, the chosen
 * filters whose values are not listed. Both are undefined until the options have loaded.
 */
function useFilterOptions(choice: ReportChoice): { days?: readonly string[]; strangers?: FilterName[] } {
  const options = useQuery(filterOptionsQuery)
  const vehicles = useQuery(vehicleTypesQuery)
  if (options.isLoading || vehicles.isLoading) return {}
  const { lists, dates } = options.data ?? { lists: {}, dates: [] }
  const strangers = filterNamesOf(choice).filter((name) => {
    const list = [...(name === 'vehicle' ? (vehicles.data?.types ?? []) : []), ...(lists[name] ?? [])]
    const wanted = wantedOf(name, choice)
    return list.length > 0 && wanted.length > 0 && !wanted.some((value) => list.includes(value))
  })
  return { days: dates, strangers }
}

const list = new Intl.ListFormat('ru-RU')

/** Returns a sentence about a filter whose chosen values are not in its list of options. */
function strangerText(name: FilterName, choice: ReportChoice): string {
  const values = wantedOf(name, choice)
  return `В списке «${FILTERS[name].label}» нет ${values.length > 1 ? 'значений' : 'значения'} ${list.format(values.map((value) => `«${value}»`))}.`
}

/** Returns the values of which a tyre must have one; [] for a filter that only excludes values. */
function wantedOf(name: FilterName, { filters, sets }: ReportChoice): readonly string[] {
  const set = sets[name]
  if (set) return set.except ? [] : set.values
  return [filters[name] ?? '']
}
