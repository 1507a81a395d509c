import { Icon } from '../../../ui/Icon.tsx'
import './search-chip.css'

interface SearchChipProps {
  search: string
  onRemove(): void
}

/** States that the table contains only search results, and offers to remove the search (specification 16.4). */
export function SearchChip({ search, onRemove }: SearchChipProps) {
  return (
    <p className="search-chip">
      <span>Поиск: «{search}»</span>
      <button type="button" className="icon-button" aria-label="Убрать поиск" onClick={onRemove}>
        <Icon name="close" />
      </button>
    </p>
  )
}
