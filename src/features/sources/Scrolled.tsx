import type { ReactNode } from 'react'

interface ScrolledProps {
  label: string
  className?: string
  children: ReactNode
}

/** A part with its own scrolling, which the keyboard reaches. */
export function Scrolled({ label, className = '', children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what has the focus
    <section className={`data-panel scrolled ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
