import type { RefObject } from 'react'
import { TextField } from '../../../ui/Field.tsx'

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
  return (
    <TextField
      label={label}
      className="factor-code"
      problem={problem}
      ref={input}
      name="code"
      autoComplete="one-time-code"
      inputMode={inputMode}
    />
  )
}
