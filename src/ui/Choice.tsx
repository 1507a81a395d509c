import { useId } from 'react'
import './choice.css'

interface ChoiceProps<Value extends string> {
  /** accessible name */
  label: string
  options: readonly { value: Value; name: string }[]
  value: Value
  /** further words by which the palette finds the options; if undefined, the palette does not offer the options */
  palette?: string
  onChange(value: Value): void
}

/** Choice of one option: native radio buttons, displayed as a row of buttons that wraps. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, palette, onChange } = props
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
            data-palette={palette}
            data-palette-label={palette === undefined ? undefined : `${label}: ${option.name}`}
            onChange={() => onChange(option.value)}
          />
          <span className="choice-name">{option.name}</span>
        </label>
      ))}
    </fieldset>
  )
}
