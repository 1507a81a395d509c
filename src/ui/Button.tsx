import type { ComponentProps, MouseEvent } from 'react'
import './button.css'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'quiet'
  /** inactive but focusable: a disabled button would lose the focus (HTML, 'focus fixup') */
  blocked?: boolean
}

/** Suppresses the button's action and, for a submit button, the form's. */
const nothing = (event: MouseEvent) => event.preventDefault()

export function Button({
  variant = 'secondary',
  type = 'button',
  className = '',
  blocked = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${variant} ${className}`}
      aria-disabled={blocked || undefined}
      onClick={blocked ? nothing : onClick}
    />
  )
}
