import { type Ref, useId, useState } from 'react'
import { Icon } from './Icon.tsx'
import './password-field.css'

interface PasswordFieldProps {
  label?: string
  name?: string
  autoComplete?: 'current-password' | 'new-password'
  hint?: string
  defaultValue?: string | undefined
  /** reason why the password was rejected */
  problem?: string | null
  input?: Ref<HTMLInputElement>
}

/** Password field with a button that shows the typed text. */
export function PasswordField({
  label = 'Пароль',
  name = 'password',
  autoComplete = 'current-password',
  hint,
  defaultValue,
  problem,
  input,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const id = useId()
  const words = problem ?? hint
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="password">
        <input
          ref={input}
          id={id}
          className="input"
          name={name}
          defaultValue={defaultValue}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={words ? `${id}-words` : undefined}
        />
        <button
          type="button"
          className="password-toggle"
          aria-label={shown ? 'Скрыть введённое' : 'Показать введённое'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      {words && (
        <span
          id={`${id}-words`}
          className={problem ? 'field-problem' : 'field-hint'}
          role={problem ? 'alert' : undefined}
        >
          {words}
        </span>
      )}
    </div>
  )
}
