import { useSyncExternalStore } from 'react'

/**
 * Returns a function that compares a custom property of the root element with a value. The property is read once per
 * window size: React calls the function in and after every render, and each reading makes the browser compute the
 * page's styles.
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

/** Returns whether the layout is that for a phone in either orientation: `--compact` in breakpoints.css. */
export const isCompact = ofWindow('--layout', 'compact')

/** Returns whether rows are displayed as a list instead of tables: `--phone` in breakpoints.css. */
export const isPhone = ofWindow('--rows', 'list')

function onResize(listener: () => void) {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Returns isPhone(), updated when the window is resized or rotated. */
export const useIsPhone = (): boolean => useSyncExternalStore(onResize, isPhone)

/** Window in which a row of tabs does not fit beside other controls: `--not-wide` in breakpoints.css. */
const NOT_WIDE = '(max-width: 79.99rem)'

/** Returns whether the window is narrower than a desktop's, updated when it is resized. */
export const useIsNotWide = (): boolean =>
  useSyncExternalStore(onResize, () => window.matchMedia(NOT_WIDE).matches)

/** Returns isCompact(), updated when the window is resized or rotated. */
export const useIsCompact = (): boolean => useSyncExternalStore(onResize, isCompact)
