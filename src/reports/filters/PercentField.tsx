import { type FocusEvent, useId } from 'react'
import { parsePercent } from '../../../contract/percent.ts'

interface PercentFieldProps {
  initial: number | null
  enabled: boolean
  onChange(percent: number | null): void
}

/** Document 2 §2, Recommended-offers page, and §5: what is no percent is cleared when the field is left. */
export function PercentField({ initial, enabled, onChange }: PercentFieldProps) {
  const id = useId()
  const settle = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const percent = parsePercent(input.value)
    // Written to the element: words typed into a number field read as '', and only this takes them away.
    input.value = percent === null ? '' : String(percent)
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Процент (%)
      </label>
      <input
        id={id}
        className="input"
        type="number"
        min={0}
        max={100}
        step={0.1}
        placeholder="0–100"
        defaultValue={initial ?? ''}
        disabled={!enabled}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(parsePercent(event.target.value))}
        onBlur={settle}
      />
      <span id={`${id}-hint`} className="field-hint">
        {enabled ? 'Введите процент (0–100)' : 'Ввод недоступен для оптовой цены.'}
      </span>
    </div>
  )
}
