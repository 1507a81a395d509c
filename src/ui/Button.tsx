import type { ButtonHTMLAttributes } from 'react'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'quiet'
}

export function Button({ variant = 'secondary', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={`button button-${variant} ${className}`} />
}
