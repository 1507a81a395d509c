import { useSyncExternalStore } from 'react'

/**
 * Whether a property that the styles set for some windows has this value. Read once for each size of the window: React asks in
 * every rendering and after it, and each reading makes the browser compute the styles of the whole page there and then.
 */
function ofWindow(property: string, value: string): () => boolean {
  let known: boolean | undefined
  window.addEventListener('resize', () => {
    known = undefined
  })
  return () => {
    known ??= getComputedStyle(document.documentElement).getPropertyValue(property).trim() === value
    return known
  }
}

/** Whether the page is laid out for a phone, either way round: `--compact` in breakpoints.css. */
export const isCompact = ofWindow('--layout', 'compact')

/** Whether there is only room for a list: `--phone` in breakpoints.css. */
export const isPhone = ofWindow('--rows', 'list')

function onResize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** As isPhone; follows a phone that is turned. */
export const useIsPhone = (): boolean => useSyncExternalStore(onResize, isPhone)

/** As isCompact; follows a phone that is turned. */
export const useIsCompact = (): boolean => useSyncExternalStore(onResize, isCompact)
