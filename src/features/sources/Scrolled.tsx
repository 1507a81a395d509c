import type { ReactNode } from 'react'

interface ScrolledProps {
  label: string
  className?: string
  children: ReactNode
}

/** Section that scrolls its content and can be scrolled by keyboard. */
export function Scrolled({ label, className = '', children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what has the focus
    <section className={`data-panel scrolled ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
