import type { ReactNode } from 'react'

/** Tone of a state: done, failed, waiting for a decision, or none of these. */
export type StateTone = 'good' | 'bad' | 'open' | undefined

interface StateMarkProps {
  tone: StateTone
  /** sign and words */
  children: ReactNode
  className?: string
}

/** State as a sign, text and colour. */
export function StateMark({ tone, children, className = '' }: StateMarkProps) {
  return (
    <span className={`state-mark ${className}`} data-tone={tone}>
      {children}
    </span>
  )
}
