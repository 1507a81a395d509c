import { Icon } from '../../../ui/Icon.tsx'
import { removableParts } from '../../report-choice/choice-parts.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'

interface FilterChipsProps {
  choice: ReportChoice
  /** whether the filters form is open; then only what has no field in it is displayed */
  open: boolean
  /** applies the choice without the removed part */
  onRemove(choice: ReportChoice): void
}

/** The choice beside the filters form as chips; all but the day have a button that removes them (specification 4.4). */
export function FilterChips({ choice, open, onRemove }: FilterChipsProps) {
  const parts = removableParts(choice).filter(({ hasNoField }) => hasNoField || !open)
  if (parts.length === 0) return null
  return (
    <ul className="filters-summary" aria-label="Выбрано">
      {parts.map(({ text, removes, rest }) => (
        <li key={text} className="filter-chip">
          <span title={text}>{text}</span>
          {rest && (
            <button type="button" aria-label={removes} onClick={() => onRemove(rest)}>
              <Icon name="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
