import { type ReactNode, useMemo } from 'react'
import type { GridColumn } from '../../grid/grid-column.ts'
import { parts } from '../on-demand.ts'
import { applyColumnSettings } from './columns/apply-settings.ts'
import type { GridLayoutName } from './columns/facets.ts'
import type { LayoutProps } from './layout-props.ts'
import { columnSettingsOf, columnsKey } from './stored-columns.ts'

interface GridColumns {
  columns: readonly GridColumn[]
  tools: ReactNode
}

/**
 * Returns a layout's columns with the column settings from the URL, or from this device if the URL has none
 * (specification 17.8).
 */
export function useGridColumns(
  name: GridLayoutName,
  layout: LayoutProps,
  columns: readonly GridColumn[],
): GridColumns {
  const { report, data, view, tools } = layout
  const of = columnsKey(report, name)
  const texts = columnSettingsOf(view, of)
  const key = texts.join('\n')
  const page = useMemo(() => ({ layout: name, columns, rows: data.rows }), [name, columns, data.rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the texts
  const arranged = useMemo(() => applyColumnSettings(page, texts), [page, key])
  return {
    columns: arranged.columns,
    tools: (
      <parts.ColumnTools
        {...{ of, page, arranged, tools }}
        onChange={(next) => layout.onView({ columns: next })}
      />
    ),
  }
}
