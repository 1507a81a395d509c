import { type ReactNode, useId } from 'react'

interface FormFieldProps {
  label: string
  hint?: string
  /** renders the control; @param field attributes that connect the control with its label and hint */
  children(field: { id: string; 'aria-describedby': string | undefined }): ReactNode
}

export function FormField({ label, hint, children }: FormFieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': hint === undefined ? undefined : hintId })}
      {hint !== undefined && (
        <span id={hintId} className="form-hint">
          {hint}
        </span>
      )}
    </div>
  )
}
