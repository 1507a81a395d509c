import { VIEW_NAME_LENGTH } from '../../../contract/views/saved-view.ts'
import { Field } from '../../ui/Field.tsx'

export const NAME_TAKEN = 'Так уже называется другой вид: выберите другое название.'

interface NameFieldProps {
  value: string
  onChange(name: string): void
  /** reason why the name is invalid */
  problem?: string | undefined
  /** note on what saving under this name does */
  hint?: string | undefined
}

/** Field for the name of a view. */
export function NameField({ value, onChange, problem, hint }: NameFieldProps) {
  return (
    <Field label="Название">
      {({ id, className }) => (
        <>
          <input
            id={id}
            className={className}
            value={value}
            maxLength={VIEW_NAME_LENGTH}
            autoComplete="off"
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-said`}
            onChange={({ target }) => onChange(target.value)}
          />
          <p id={`${id}-said`} className={problem ? 'field-problem' : 'field-hint'} role="status">
            {problem ?? hint}
          </p>
        </>
      )}
    </Field>
  )
}
