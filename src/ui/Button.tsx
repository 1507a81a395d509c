import type { ComponentProps, MouseEvent } from 'react'
import './button.css'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'quiet'
  /** whether the button is inactive but focusable; a disabled button would lose the focus (HTML, 'focus fixup') */
  blocked?: boolean
}

/** Prevents the action of an inactive button, including a form's submission. */
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
