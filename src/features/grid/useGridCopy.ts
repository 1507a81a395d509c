import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Column } from '../../../contract/reports/columns.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { listen } from '../../lib/listen.ts'
import { type CopiedColumn, copyOf } from '../../lib/spreadsheet/clipboard.ts'
import { countText } from '../../ui/plural.ts'
import { placeTitle } from './header-spans.ts'
import { copiedBounds, type Selection } from './selection.ts'

/** Time in ms for which the confirmation of a copy is displayed. */
export const CONFIRMATION_MS = 4000

export interface Confirmation {
  words: string
  /** counter of copies; an equal text is announced again if it changes */
  count: number
}

/** Returns whether text in the grid is selected; the browser then copies that text. */
function marksText(grid: HTMLElement): boolean {
  const marked = document.getSelection()
  return marked !== null && !marked.isCollapsed && grid.contains(marked.anchorNode)
}

/** Copies the selected cells while the grid has the focus. @returns the confirmation to display, or null */
export function useGridCopy(
  grid: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  rows: readonly ReportRow[],
  selection: Selection,
): Confirmation | null {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const element = grid.current
    if (!element || document.activeElement !== element || marksText(element)) return
    const { top, bottom, left, right } = copiedBounds(selection)
    const { text, html } = copyOf(
      rows.slice(top, bottom + 1),
      columns.slice(left, right + 1).map(copiedColumn),
      navigator.language,
    )
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    event.preventDefault()
    const height = countText(bottom - top + 1, ['строка', 'строки', 'строк'])
    const width = countText(right - left + 1, ['столбец', 'столбца', 'столбцов'])
    const words = `Скопировано: ${height} × ${width}`
    setConfirmation((last) => ({ words, count: (last?.count ?? 0) + 1 }))
  })

  // Registered on the document, because browsers dispatch 'copy' to the selected text, or to the body without one. A
  // layout effect, because a key pressed between the first paint and an ordinary effect would be missed.
  useLayoutEffect(() => listen(document, 'copy', copy), [])

  useEffect(() => {
    if (!confirmation) return
    const timer = setTimeout(() => setConfirmation(null), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [confirmation])

  return confirmation
}

/** Returns a column of the copied table, whose one header row has city, site and warehouse before the label. */
export const copiedColumn = ({ group, label, kind, cell }: Column): CopiedColumn<ReportRow> => ({
  title: [placeTitle(group), label].filter(Boolean).join(' · '),
  kind,
  cell,
})
