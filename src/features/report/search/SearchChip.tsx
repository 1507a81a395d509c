import { Icon } from '../../../ui/Icon.tsx'
import './search-chip.css'

interface SearchChipProps {
  search: string
  onRemove(): void
}

/** Says that the table has only what was searched for, and undoes that (specification 16.4). */
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
