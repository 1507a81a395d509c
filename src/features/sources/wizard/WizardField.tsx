import { type HTMLAttributes, useId, useState } from 'react'

interface WizardFieldProps extends Pick<HTMLAttributes<HTMLElement>, 'inputMode'> {
  /** name by which the form finds the field */
  name: string
  label: string
  hint?: string
  value: string
  /** problem, with a line for each wrong line */
  problem: string | undefined
  /** whether the problem is displayed although nobody has left the field yet */
  checked: boolean
  type?: 'text' | 'time' | 'password'
  placeholder?: string
  /** number of lines; a single line without it */
  rows?: number
  onChange(value: string): void
}

/** Field of a form, which displays its problem once somebody has left it. */
export function WizardField(props: WizardFieldProps) {
  const { name, label, hint, value, problem, checked, type = 'text', placeholder, rows, inputMode } = props
  const id = useId()
  const [left, setLeft] = useState(false)
  const shown = checked || left ? problem : undefined
  const control = {
    ...{ id, name, value, inputMode, placeholder },
    'aria-invalid': shown !== undefined || undefined,
    'aria-describedby': shown !== undefined || hint !== undefined ? `${id}-words` : undefined,
    autoComplete: type === 'password' ? 'new-password' : 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => props.onChange(target.value),
    onBlur: () => setLeft(true),
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {rows === undefined ? (
        <input {...control} type={type} className="input" />
      ) : (
        <textarea {...control} rows={rows} className="input shop-lines" />
      )}
      {(shown ?? hint) !== undefined && (
        <span
          id={`${id}-words`}
          className={shown !== undefined ? 'field-problem shop-problem' : 'field-hint'}
          role={shown !== undefined ? 'alert' : undefined}
        >
          {shown ?? hint}
        </span>
      )}
    </div>
  )
}
