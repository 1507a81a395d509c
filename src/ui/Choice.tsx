import { useId } from 'react'
import './choice.css'

interface ChoiceProps<Value extends string> {
  /** for screen readers */
  label: string
  options: readonly { value: Value; name: string }[]
  value: Value
  onChange(value: Value): void
}

/** One of a few, as a row of buttons that wraps: native radio buttons, with their keys. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="choice" data-arrows>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice-option">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="choice-name">{option.name}</span>
        </label>
      ))}
    </fieldset>
  )
}
