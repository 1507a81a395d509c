import type { FilterSets } from '../../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, FILTERS } from '../../../../contract/reports/filters.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { SearchChip } from './SearchChip.tsx'

interface ChoiceNotesProps {
  /** '' for none */
  search: string
  /** what the address has and the server does not take */
  untaken: FilterSets
  onRemove(): void
}

/** What narrows the table and no field of the form shows, and what should and does not. */
export default function ChoiceNotes({ search, untaken, onRemove }: ChoiceNotesProps) {
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
