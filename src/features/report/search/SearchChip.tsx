import { Icon } from '../../../ui/Icon.tsx'
import './search-chip.css'

interface SearchChipProps {
  search: string
  onRemove(): void
}

/**
 * Chip with the search text, to which the table is limited, and a button that removes the search (specification 16.4).
 */
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
