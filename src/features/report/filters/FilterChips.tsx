import { Icon } from '../../../ui/Icon.tsx'
import { removableParts } from '../../report-choice/choice-parts.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'

interface FilterChipsProps {
  choice: ReportChoice
  /** whether the filters form is open; then only what has no field in it is displayed */
  open: boolean
  /** applies the choice without the removed part */
  onRemove(choice: ReportChoice): void
  /** a choice of the view, displayed before the others */
  viewChip: ViewChip | false
}

interface ViewChip {
  text: string
  onRemove(): void
}

/** The choice beside the filters form as chips; all but the day have a button that removes them (specification 4.4). */
export function FilterChips({ choice, open, onRemove, viewChip }: FilterChipsProps) {
  const parts = removableParts(choice).filter(({ hasNoField }) => hasNoField || !open)
  if (parts.length === 0 && !viewChip) return null
  return (
    <ul className="filters-summary" aria-label="Выбрано">
      {viewChip && (
        <Chip text={viewChip.text} removes={`Убрать: ${viewChip.text}`} onRemove={viewChip.onRemove} />
      )}
      {parts.map(({ text, removes, rest }) => (
        <Chip key={text} text={text} removes={removes} onRemove={rest && (() => onRemove(rest))} />
      ))}
    </ul>
  )
}

interface ChipProps {
  text: string
  /** label of the button that removes it */
  removes: string
  /** null if it cannot be removed */
  onRemove: (() => void) | null
}

const Chip = ({ text, removes, onRemove }: ChipProps) => (
  <li className="filter-chip">
    <span title={text}>{text}</span>
    {onRemove && (
      <button type="button" aria-label={removes} onClick={onRemove}>
        <Icon name="close" />
      </button>
    )}
  </li>
)
