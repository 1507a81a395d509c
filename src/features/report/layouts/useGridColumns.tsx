import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { GridColumn } from '../../grid/grid-column.ts'
import type { GridLayoutName } from './columns/facets.ts'
import type { LayoutProps } from './layout-props.ts'
import { columnsKey, shownColumns } from './stored-columns.ts'

interface GridColumns {
  /** null until they can be arranged */
  columns: readonly GridColumn[] | null
  tools: ReactNode
}

export const loadColumnParts = () => import('./columns/parts.ts')

/** Columns of a layout, as the address or else this device says (specification 17.8). */
export function useGridColumns(
  name: GridLayoutName,
  layout: LayoutProps,
  columns: readonly GridColumn[],
): GridColumns {
  const { report, data, view, tools } = layout
  const { data: parts, isPending } = useQuery({
    queryKey: ['column-parts'],
    queryFn: loadColumnParts,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const of = columnsKey(report, name)
  const texts = shownColumns(view, of)
  const key = texts.join('\n')
  const page = useMemo(() => ({ layout: name, columns, rows: data.rows }), [name, columns, data.rows])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the texts
  const arranged = useMemo(() => parts?.arrange(page, texts), [parts, page, key])
  if (!parts || !arranged) return { columns: isPending && texts.length > 0 ? null : columns, tools: null }
  const { ColumnTools } = parts
  return {
    columns: arranged.columns,
    tools: (
      <ColumnTools {...{ of, page, arranged, tools }} onChange={(next) => layout.onView({ columns: next })} />
    ),
  }
}
