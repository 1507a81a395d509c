import type { FilterSets } from '../../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, FILTERS } from '../../../../contract/reports/filters.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { SearchChip } from './SearchChip.tsx'

export interface ChoiceNotesProps {
  /** search text; '' without a search */
  search: string
  /** filters in the URL that the server does not accept */
  untaken: FilterSets
  onRemove(): void
}

/** Notes on the search, which has no field in the form, and on filters in the URL that the server does not accept. */
export function ChoiceNotes({ search, untaken, onRemove }: ChoiceNotesProps) {
  const labels = FILTER_NAMES.filter((name) => untaken[name]).map((name) => FILTERS[name].label)
  return (
    <>
      {labels.length > 0 && (
        <Alert tone="warning">
          Этот сервер принимает в фильтре только одно значение. Показаны все: {labels.join(', ')}.
        </Alert>
      )}
      {search !== '' && <SearchChip search={search} onRemove={onRemove} />}
    </>
  )
}
