import { useState } from 'react'
import { Field } from '../../../ui/Field.tsx'

interface NumberSliderProps {
  label: string
  unit: string
  value: number
  min: number
  max: number
  /** end of the slider; larger values can be typed */
  sliderMax: number
  /** whether only whole numbers are valid */
  whole?: boolean
  onChange(value: number): void
}

const TYPED = /^\d{1,4}(?:[.,]\d{1,2})?$/
const number = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2, useGrouping: false })

/** Number set by a slider, or typed. An invalid text is marked and replaced by the number when the field is left. */
export function NumberSlider(props: NumberSliderProps) {
  const { label, unit, value, min, max, sliderMax, whole = false, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const read = (text: string): number | null => {
    const read = Number(text.trim().replace(',', '.'))
    return TYPED.test(text.trim()) && read >= min && read <= max && (!whole || Number.isInteger(read))
      ? read
      : null
  }
  return (
    <Field label={label}>
      {({ id }) => (
        <div className="rule-slider">
          <input
            id={id}
            type="range"
            min={min}
            max={sliderMax}
            step={1}
            value={Math.min(value, sliderMax)}
            aria-valuetext={`${number.format(value)} ${unit}`}
            onChange={({ target }) => {
              setTyped(null)
              onChange(Number(target.value))
            }}
          />
          <input
            className="input"
            inputMode={whole ? 'numeric' : 'decimal'}
            aria-label={`${label}, числом`}
            aria-invalid={(typed !== null && read(typed) === null) || undefined}
            value={typed ?? number.format(value)}
            onChange={({ target }) => {
              setTyped(target.value)
              const next = read(target.value)
              if (next !== null) onChange(next)
            }}
            onBlur={() => setTyped(null)}
          />
          <span aria-hidden="true">{unit}</span>
        </div>
      )}
    </Field>
  )
}
