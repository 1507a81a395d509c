import { type ComponentProps, type ReactNode, useId } from 'react'
import { Choice } from './Choice.tsx'

/** Texts around a control. */
interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
  /** reason why the value is refused: displayed instead of the hint, and announced */
  problem?: string | null | undefined
  /** class of the whole field, for its place in a layout */
  className?: string | undefined
  /** id of the control; created without it */
  id?: string | undefined
}

interface FieldProps extends FieldTexts {
  /** renders the control; @param control attributes that connect it with its label, hint and problem */
  children(control: {
    id: string
    className: 'input'
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }): ReactNode
}

/** Label, control, and below it the hint or the problem. */
export function Field({ label, hint, problem, className, id: given, children }: FieldProps) {
  const created = useId()
  const id = given ?? created
  const words = problem || hint
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: 'input',
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': words ? `${id}-words` : undefined,
      })}
      <FieldWords id={`${id}-words`} {...{ hint, problem }} />
    </div>
  )
}

/** Hint of a field, or the problem instead. */
export function FieldWords({ id, hint, problem }: Pick<FieldTexts, 'id' | 'hint' | 'problem'>) {
  const words = problem || hint
  return (
    words && (
      <span id={id} className={problem ? 'field-problem' : 'field-hint'} role={problem ? 'alert' : undefined}>
        {words}
      </span>
    )
  )
}

/** Attributes of an element, without those that the field sets; `onChange` gets the value. */
type Control<Tag extends 'input' | 'textarea' | 'select', Value extends string> = FieldTexts &
  Omit<ComponentProps<Tag>, 'className' | 'id' | 'onChange' | 'value'> & {
    value?: Value | undefined
    onChange?(value: Value): void
  }

/** Passes the value of a changed control on. */
const valueTo =
  <Value extends string>(onChange: ((value: Value) => void) | undefined) =>
  ({ target }: { target: { value: string } }) =>
    onChange?.(target.value as Value)

/** Field of one line. */
export function TextField({
  label,
  hint,
  problem,
  className,
  id,
  suggestions,
  onChange,
  ...rest
}: Control<'input', string> & { suggestions?: readonly string[] }) {
  return (
    <Field {...{ label, hint, problem, className, id }}>
      {(control) => (
        <>
          <input
            {...control}
            {...rest}
            list={suggestions && `${control.id}-suggestions`}
            onChange={valueTo(onChange)}
          />
          {suggestions && (
            <datalist id={`${control.id}-suggestions`}>
              {suggestions.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

/** Field of several lines. */
export function AreaField({
  label,
  hint,
  problem,
  className,
  id,
  onChange,
  ...rest
}: Control<'textarea', string>) {
  return (
    <Field {...{ label, hint, problem, className, id }}>
      {(control) => <textarea {...control} {...rest} onChange={valueTo(onChange)} />}
    </Field>
  )
}

/** Choice of one value, as the options of selects and of `Choice`. */
export interface Option<Value extends string> {
  value: Value
  name: string
}

interface SelectOptions<Value extends string> {
  /** text of the option for no choice, whose value is '' */
  none?: string
  options?: readonly Option<Value>[]
}

/** Dropdown. Options in groups, and further ones, are its children. */
export function SelectField<Value extends string>(props: Control<'select', Value> & SelectOptions<Value>) {
  const { label, hint, problem, className, id, none, options = [], children, onChange, ...rest } = props
  return (
    <Field {...{ label, hint, problem, className, id }}>
      {(control) => (
        <select {...control} {...rest} onChange={valueTo(onChange)}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          {children}
        </select>
      )}
    </Field>
  )
}

/** Text in the style of a label, of what has no control or several. */
export function FieldLabel(props: ComponentProps<'span'>) {
  return <span {...props} className="field-label" />
}

/** Choice with its label displayed above it, and a hint below. */
export function ChoiceField<Value extends string>({
  hint,
  ...choice
}: Parameters<typeof Choice<Value>>[0] & { hint?: ReactNode }) {
  return (
    <div className="field">
      {/* Hidden from screen readers, because the choice itself has the same label. */}
      <FieldLabel aria-hidden>{choice.label}</FieldLabel>
      <Choice {...choice} />
      {hint && <span className="field-hint">{hint}</span>}
    </div>
  )
}

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  checked: boolean
  className?: string
  onChange(checked: boolean): void
}

/** Check box with its label. */
export function CheckField({ children, className = 'check', onChange, ...rest }: CheckFieldProps) {
  return (
    <label className={className}>
      <input {...rest} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  )
}

/** Several controls with a common label. */
export function FieldSet({ label, children, ...rest }: ComponentProps<'fieldset'> & { label: ReactNode }) {
  return (
    <fieldset {...rest}>
      <legend className="field-label">{label}</legend>
      {children}
    </fieldset>
  )
}
