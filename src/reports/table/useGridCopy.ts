import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Column } from '../../../contract/columns.ts'
import type { ReportRow } from '../../../contract/report-row.ts'
import { copyOf } from './clipboard.ts'
import { copiedBounds, type Selection } from './selection.ts'

/** Text selected in the header is copied as text. */
function marksText(grid: HTMLElement): boolean {
  const marked = document.getSelection()
  return marked !== null && !marked.isCollapsed && grid.contains(marked.anchorNode)
}

/** While the grid has the focus, copies its selected cells. */
export function useGridCopy(
  grid: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  rows: readonly ReportRow[],
  selection: Selection,
): void {
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const element = grid.current
    if (!element || document.activeElement !== element || marksText(element)) return
    const { top, bottom, left, right } = copiedBounds(selection)
    const { text, html } = copyOf(
      rows.slice(top, bottom + 1),
      columns.slice(left, right + 1),
      navigator.language,
    )
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    event.preventDefault()
  })

  // On the document: browsers send the event to the selected text, and to the body if there is none.
  useEffect(() => {
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [])
}
