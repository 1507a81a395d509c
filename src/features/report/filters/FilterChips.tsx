import { Icon } from '../../../ui/Icon.tsx'
import { removableParts } from '../../report-choice/choice-parts.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'

interface FilterChipsProps {
  choice: ReportChoice
  /** applies the choice without the removed part */
  onRemove(choice: ReportChoice): void
}

/** The choice of the folded filters form as chips; all but the day have a button that removes them. */
export function FilterChips({ choice, onRemove }: FilterChipsProps) {
  return (
    <ul className="filters-summary" aria-label="Выбрано">
      {removableParts(choice).map(({ text, rest }) => (
        <li key={text} className="filter-chip">
          <span title={text}>{text}</span>
          {rest && (
            <button type="button" aria-label={`Убрать: ${text}`} onClick={() => onRemove(rest)}>
              <Icon name="close" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
