import { useSyncExternalStore } from 'react'
import type { ReportId } from '../../../contract/reports.ts'
import { keepIfRoom } from '../../keep-if-room.ts'
import { isCompact } from '../../ui/compact.ts'
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

/** `--phone` in breakpoints.css, as tokens.css tells it to scripts. */
export const isPhone = (): boolean =>
  getComputedStyle(document.documentElement).getPropertyValue('--rows').trim() === 'list'

function onResize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Whether there is only room for a list; follows a phone that is turned. */
export const useIsPhone = (): boolean => useSyncExternalStore(onResize, isPhone)

/** Whether there is no room for several rows of buttons: a phone either way round. */
export const useIsCompact = (): boolean => useSyncExternalStore(onResize, isCompact)

/** The layout that nobody had to choose: that of the documents, but on a phone the list. */
export const usualLayout = (phone: boolean): Layout => (phone ? 'list' : 'table')
