import type { ComponentProps, ReactNode } from 'react'

/** Column whose name only screen readers announce. */
interface UnnamedColumn {
  hidden: string
}

/** Column with the actions of each row. */
export const ACTIONS: UnnamedColumn = { hidden: 'Действия' }

interface DataTableProps extends ComponentProps<'table'> {
  columns: readonly (string | UnnamedColumn)[]
  /** whether its cells have several lines */
  long?: boolean
}

/** Table of a page of the cabinet, whose children are its rows. On a phone each row is a card. */
export function DataTable({ columns, long, className = '', children, ...rest }: DataTableProps) {
  return (
    <table {...rest} className={`data-table ${long ? 'data-table-long' : ''} ${className}`}>
      <thead>
        <tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col">
                {column}
              </th>
            ) : (
              <th key={column.hidden} scope="col">
                <span className="visually-hidden">{column.hidden}</span>
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** Further line of a cell; renders nothing for an empty text. */
export function CellNote({ children }: { children: ReactNode }) {
  return (
    children !== '' && <span className="block text-13 font-normal text-muted wrap-anywhere">{children}</span>
  )
}
