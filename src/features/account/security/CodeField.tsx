import { type RefObject, useId } from 'react'

interface CodeFieldProps {
  label: string
  input: RefObject<HTMLInputElement | null>
  /** reason why the last code was rejected; null if none was */
  problem: string | null
  /** 'text' for recovery codes, which contain letters */
  inputMode?: 'numeric' | 'text'
}

/** Field for a code of the second factor. */
export function ConfirmCodeField({ label, input, problem, inputMode = 'numeric' }: CodeFieldProps) {
  const id = useId()
  return (
    <div className="field factor-code">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className="input"
        name="code"
        autoComplete="one-time-code"
        inputMode={inputMode}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
      />
      {problem !== null && (
        <span id={`${id}-problem`} className="field-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
