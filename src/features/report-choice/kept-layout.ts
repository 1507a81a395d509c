import type { ReportId } from '../../../contract/reports/reports.ts'
import { keepIfRoom } from '../../lib/keep-if-room.ts'
import { LAYOUTS, type Layout } from './view.ts'

const keyOf = (id: ReportId): string => `layout.${id}`

/** What a person chose for this report on this device; null before. */
export function keptLayout(id: ReportId): Layout | null {
  const kept = localStorage.getItem(keyOf(id))
  return LAYOUTS.find((layout) => layout === kept) ?? null
}

export function keepLayout(id: ReportId, layout: Layout): void {
  keepIfRoom(keyOf(id), layout)
}

/** The layout that nobody had to choose: that of the documents, but on a phone the list. */
export const usualLayout = (phone: boolean): Layout => (phone ? 'list' : 'table')
