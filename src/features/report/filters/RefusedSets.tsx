import type { FilterSets } from '../../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, FILTERS } from '../../../../contract/reports/filters.ts'
import { Alert } from '../../../ui/Alert.tsx'

/**
 * Note on filters in the URL that the server does not accept (specification 4.31).
 * @param untaken the refused filters
 */
export function RefusedSets({ untaken }: { untaken: FilterSets }) {
  const labels = FILTER_NAMES.filter((name) => untaken[name]).map((name) => FILTERS[name].label)
  return (
    <Alert tone="warning">
      Этот сервер принимает в фильтре только одно значение. Показаны все: {labels.join(', ')}.
    </Alert>
  )
}
