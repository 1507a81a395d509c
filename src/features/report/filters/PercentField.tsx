import type { FocusEvent, KeyboardEvent } from 'react'
import { parsePercent } from '../../../../contract/lib/percent.ts'
import { TextField } from '../../../ui/Field.tsx'

interface PercentFieldProps {
  initial: number | null
  enabled: boolean
  onChange(percent: number | null): void
}

const decimal = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** Change of the percent by arrow key, in tenths. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * Percent field that clears invalid input on blur (specification 4.7 and 4.8). A text field is used because Chromium's
 * number field parses '5,5' as 55.
 */
export function PercentField({ initial, enabled, onChange }: PercentFieldProps) {
  const settle = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const percent = parsePercent(input.value)
    input.value = percent === null ? '' : decimal.format(percent)
  }
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const tenths = STEPS[event.key]
    if (tenths === undefined) return
    event.preventDefault()
    const { currentTarget: input } = event
    const percent = Math.min(
      100,
      Math.max(0, Math.round((parsePercent(input.value) ?? 0) * 10 + tenths) / 10),
    )
    input.value = decimal.format(percent)
    onChange(percent)
  }
  return (
    <TextField
      label="Процент (%)"
      hint={enabled ? 'Введите процент (0–100)' : 'Ввод недоступен для оптовой цены.'}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0–100"
      defaultValue={initial === null ? '' : decimal.format(initial)}
      disabled={!enabled}
      onChange={(value) => onChange(parsePercent(value))}
      onKeyDown={step}
      onBlur={settle}
    />
  )
}
