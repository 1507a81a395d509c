import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { AreaField, type Option, SelectField, TextField } from './Field.tsx'

/** Text of a field, which may depend on other fields. */
type FieldText<Form> = string | ((form: Form) => string)

/** Field of a form as data: its texts, and why its value is refused. */
interface DeclaredField<Form> extends Pick<HTMLAttributes<HTMLElement>, 'inputMode'> {
  /** missing for a field that the form renders itself */
  label?: FieldText<Form>
  hint?: FieldText<Form>
  placeholder?: string
  type?: 'text' | 'time' | 'password'
  /** number of lines; a single line without it */
  rows?: number
  /** options of a dropdown */
  options?: readonly Option<string>[]
  /** whether it is a text in words, with capital letters and spelling as usual */
  prose?: boolean
  className?: string
  /** class of an element around the field, for its place in a layout */
  box?: string
  /** Returns whether the form has this field now; without it, it always has. */
  applies?(form: Form): boolean
  /** Returns why the value is refused, with a line for each wrong line; '' or false if it is accepted. */
  problem?(form: Form): string | false
}

/** Fields by their names; the first one with a problem gets the focus. */
export type FieldTable<Form> = { readonly [Name in keyof Form]?: DeclaredField<Form> }

/** Problems by the names of their fields. */
export type FieldProblems<Form> = Partial<Record<keyof Form & string, string>>

/** Returns the problems of a form, in the order of the table. */
export function problemsOf<Form>(fields: FieldTable<Form>, form: Form): FieldProblems<Form> {
  const entries = Object.entries<DeclaredField<Form> | undefined>(fields)
  return Object.fromEntries(
    entries.flatMap(([name, field]) => {
      const problem = field?.applies?.(form) !== false && field?.problem?.(form)
      return problem ? [[name, problem]] : []
    }),
  ) as FieldProblems<Form>
}

interface FieldsOptions<Form> {
  form: Form
  /** whether problems are displayed although nobody has left their fields yet */
  checked: boolean
  onChange(part: Partial<Form>): void
}

/**
 * Returns a function that renders a field of the table; a problem is displayed once somebody has left its field. Fields
 * that do not apply render nothing.
 */
export function useFields<Form>(fields: FieldTable<Form>, { form, checked, onChange }: FieldsOptions<Form>) {
  const [left, setLeft] = useState<readonly string[]>([])
  const problems = problemsOf(fields, form)
  const textOf = (text: FieldText<Form> | undefined) => (typeof text === 'function' ? text(form) : text)
  return (name: keyof Form & string): ReactNode => {
    const field = fields[name]
    if (!field || field.applies?.(form) === false) return null
    const { label, hint, type = 'text', rows, options, className, box, inputMode, placeholder } = field
    const shared = {
      ...{ name, className, label: textOf(label), hint: textOf(hint), value: form[name] as string },
      onChange: (value: string) => onChange({ [name]: value } as Partial<Form>),
    }
    const typed = {
      ...{ ...shared, inputMode, placeholder },
      ...(!field.prose && { autoCapitalize: 'none', spellCheck: false }),
      problem: checked || left.includes(name) ? problems[name] : undefined,
      autoComplete: type === 'password' ? 'new-password' : 'off',
      onBlur: () => setLeft([...left, name]),
    }
    const control = options ? (
      <SelectField {...shared} options={options} />
    ) : rows === undefined ? (
      <TextField {...typed} type={type} />
    ) : (
      <AreaField {...typed} rows={rows} />
    )
    return box === undefined ? control : <div className={box}>{control}</div>
  }
}

/** Moves the focus to a field of a form, in an opened part. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.querySelector<HTMLElement>(`[name="${name}"]`)
  const folded = field?.closest('details')
  if (folded) folded.open = true
  field?.focus()
}

/** Returns why a text is no whole number within a schema's limits; '' if it is one. */
export function integerProblem(text: string, schema: object): string {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema as { minimum?: number; maximum?: number }
  const isWithin = /^\s*\d+\s*$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
  return isWithin ? '' : `Укажите целое число от ${minimum} до ${maximum}.`
}
