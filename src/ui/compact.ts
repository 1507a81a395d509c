import { useSyncExternalStore } from 'react'

/** Whether the page is laid out for a phone, either way round: `--compact` in breakpoints.css. */
export function isCompact(): boolean {
  return getComputedStyle(document.documentElement).getPropertyValue('--layout').trim() === 'compact'
}

/** Whether there is only room for a list: `--phone` in breakpoints.css. */
export const isPhone = (): boolean =>
  getComputedStyle(document.documentElement).getPropertyValue('--rows').trim() === 'list'

function onResize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** As isPhone; follows a phone that is turned. */
export const useIsPhone = (): boolean => useSyncExternalStore(onResize, isPhone)

/** As isCompact; follows a phone that is turned. */
export const useIsCompact = (): boolean => useSyncExternalStore(onResize, isCompact)
