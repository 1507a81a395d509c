import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { formatCell } from '../../../../src/reports/table/format.ts'
import { headerSpans, spanTitle } from '../../../../src/reports/table/header-spans.ts'
import type { Page } from './made-up-data.ts'
import type { Variant } from './variant.ts'

function PlainTable({ columns, rows }: Page) {
  return (
    <div className="plain">
      <table>
        <thead>
          <tr>
            {headerSpans(columns, 0).map((span) => (
              <th key={span.first} colSpan={span.last - span.first + 1}>
                {spanTitle(span)}
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

/** What a page does that draws everything. */
export const variant: Variant = {
  prepare: (page, root) => {
    const reactRoot = createRoot(root)
    return () => flushSync(() => reactRoot.render(<PlainTable {...page} />))
  },
  cell: 'td',
  vertical: '.plain',
  horizontal: '.plain',
}
