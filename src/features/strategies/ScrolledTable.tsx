import type { ReactNode } from 'react'

interface ScrolledTableProps {
  label: string
  columns: readonly string[]
  /** rows of the body */
  children: ReactNode
}

/** Table in a box of limited height, which the keyboard scrolls. */
export function ScrolledTable({ label, columns, children }: ScrolledTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what has the focus
    <section className="strategy-scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
