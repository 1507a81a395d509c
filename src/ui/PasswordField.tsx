import { useId, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'

export function PasswordField() {
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Пароль
      </label>
      <div className="password">
        <input
          id={id}
          className="input"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
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
    </div>
  )
}
