import { type HTMLAttributes, useState } from 'react'
import { AreaField, TextField } from '../../../ui/Field.tsx'

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
  const [left, setLeft] = useState(false)
  const shown = checked || left ? problem : undefined
  const control = {
    ...{ name, label, hint, value, inputMode, placeholder, problem: shown },
    autoComplete: type === 'password' ? 'new-password' : 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: props.onChange,
    onBlur: () => setLeft(true),
  }
  return rows === undefined ? (
    <TextField {...control} type={type} />
  ) : (
    <AreaField {...control} rows={rows} className="shop-lines" />
  )
}
