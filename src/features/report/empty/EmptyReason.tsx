import { useQuery } from '@tanstack/react-query'
import { filterNamesOf } from '../../../../contract/reports/filter-sets.ts'
import { FILTERS, type FilterName } from '../../../../contract/reports/filters.ts'
import type { Report } from '../../../../contract/reports/reports.ts'
import { type EmptiedRun, filterOptionsQuery, vehicleTypesQuery } from '../../../data/report-queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { listRequest, type ReportChoice } from '../../report-choice/report-address.ts'
import { culpritText, emptyReasonQuery, onlyFilters, strangerText, wantedOf } from './empty-reason.ts'

export interface EmptyReasonProps {
  report: Report
  /** choice whose table is empty */
  choice: ReportChoice
  /** saved result set in which the filters match no row, if the table was computed from one */
  emptied: EmptiedRun | undefined
  onApply(choice: ReportChoice): void
}

/** Names the filters that leave no rows and offers to remove them. Renders nothing until these filters are known. */
export function EmptyReason({ report, choice, emptied, onApply }: EmptyReasonProps) {
  const chosen = filterNamesOf(choice)
  const { strangers, dayIsEmpty, known } = useOptionsWord(choice, chosen)
  const asked = known && chosen.length > 0 && strangers.length === 0 && !dayIsEmpty
  const { data: culprits, isFetching } = useQuery({
    ...emptyReasonQuery(listRequest(report, choice), emptied),
    enabled: asked,
  })

  if (strangers.length > 0) {
    return <Blamed names={strangers} words={strangerText(strangers, choice)} {...{ choice, onApply }} />
  }
  if (!asked) return null
  if (isFetching) return <p>Выясняем, какой фильтр не оставляет строк…</p>
  return (
    culprits && <Blamed names={culprits} words={culpritText(culprits, choice)} {...{ choice, onApply }} />
  )
}

function Blamed({
  names,
  words,
  choice,
  onApply,
}: Pick<EmptyReasonProps, 'choice' | 'onApply'> & { names: readonly FilterName[]; words: string }) {
  const without = (name: FilterName): ReportChoice => ({
    ...choice,
    ...onlyFilters(
      choice,
      filterNamesOf(choice).filter((other) => other !== name),
    ),
  })
  return (
    <>
      <p>{words}</p>
      <div className="empty-actions">
        {names.map((name) => (
          <Button key={name} onClick={() => onApply(without(name))}>
            Сбросить «{FILTERS[name].label}»
          </Button>
        ))}
      </div>
    </>
  )
}

/**
 * Returns the reasons that the filter options show without another request: `strangers`, the filters whose values are
 * not listed, and `dayIsEmpty`, a day without prices.
 */
function useOptionsWord(choice: ReportChoice, chosen: readonly FilterName[]) {
  const options = useQuery(filterOptionsQuery)
  const vehicles = useQuery(vehicleTypesQuery)
  const listOf = (name: FilterName): readonly string[] => {
    const list = options.data?.lists[name] ?? []
    return name === 'vehicle' ? [...(vehicles.data?.types ?? []), ...list] : list
  }
  const days = options.data?.dates ?? []
  return {
    known: !options.isLoading && !vehicles.isLoading,
    strangers: chosen.filter((name) => {
      const [list, wanted] = [listOf(name), wantedOf(name, choice)]
      return list.length > 0 && wanted.length > 0 && !wanted.some((value) => list.includes(value))
    }),
    dayIsEmpty: days.length > 0 && !days.includes(choice.date),
  }
}
