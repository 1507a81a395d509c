import type { ReactNode } from 'react'

/** Name of a value, and the value; false for none. */
export type Fact = readonly [name: string, value: ReactNode] | false

interface FactsProps {
  facts: readonly Fact[]
  /** layout, and size of the values */
  className?: string
}

/** Values below their names. */
export function Facts({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`facts ${className}`}>
      {facts
        .filter((fact) => fact !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
