import type { ComponentProps, MouseEvent } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'quiet'
  /** Nothing to press for the moment, but it keeps the focus: a disabled button gives it away (HTML, 'focus fixup'). */
  blocked?: boolean
}

/** Neither its own action nor, where it submits one, its form's. */
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
