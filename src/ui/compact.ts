import { useSyncExternalStore } from 'react'

/**
 * Returns a function that compares a custom property of the styles. The value is read once per window size: React
 * reads it in every render and after it, and each read forces the browser to compute the styles of the whole page.
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

/** Returns whether the page is laid out for a phone in either orientation: `--compact` in breakpoints.css. */
export const isCompact = ofWindow('--layout', 'compact')

/** Returns whether there is only room for a list: `--phone` in breakpoints.css. */
export const isPhone = ofWindow('--rows', 'list')

function onResize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** isPhone as a hook that follows rotation. */
export const useIsPhone = (): boolean => useSyncExternalStore(onResize, isPhone)

/** isCompact as a hook that follows rotation. */
export const useIsCompact = (): boolean => useSyncExternalStore(onResize, isCompact)
