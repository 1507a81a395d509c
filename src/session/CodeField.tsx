import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'

/**
 * Field for a code of the second factor, with the keyboard that fits the kind of code.
 * @param sending whether a code is being checked; the field is focused when it is mounted and after each rejected code
 */
export function CodeField({ sending }: { sending: boolean }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [spare, setSpare] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is typed into the same field
  useLayoutEffect(() => {
    if (sending) return
    input.current?.focus()
    input.current?.select()
  }, [sending, spare])
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {spare ? 'Резервный код' : 'Код из приложения'}
      </label>
      <input
        ref={input}
        id={id}
        className="input"
        name="code"
        autoComplete="one-time-code"
        inputMode={spare ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button variant="quiet" className="code-kind" onClick={() => setSpare(!spare)}>
        {spare ? 'Ввести код из приложения' : 'Ввести резервный код'}
      </Button>
      <p className="field-hint">Нет ни телефона, ни кодов? Обратитесь к администратору.</p>
    </div>
  )
}
