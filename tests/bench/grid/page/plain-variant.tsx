import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import type { Page } from './made-up-data.ts'
import { placeGroups } from './place-groups.ts'
import type { Variant } from './variant.ts'

function PlainTable({ columns, rows }: Page) {
  return (
    <div className="plain">
      <table>
        <thead>
          <tr>
            {placeGroups(columns).map((span) => (
              <th key={span.first} colSpan={span.last - span.first + 1}>
                {span.parts[0]}
              </th>
            ))}
          </tr>
          <tr>
            {columns.map((column) => (
              <th key={column.id}>{column.label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row.specs.article)}>
              {columns.map((column) => (
                <td key={column.id}>{formatCell(column.cell(row), column.kind)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Variant that renders every cell, without virtualisation. */
export const variant: Variant = {
  prepare: (page, root) => {
    const reactRoot = createRoot(root)
    return () => flushSync(() => reactRoot.render(<PlainTable {...page} />))
  },
  cell: 'td',
  vertical: '.plain',
  horizontal: '.plain',
}
