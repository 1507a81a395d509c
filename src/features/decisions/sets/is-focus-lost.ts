/**
 * Returns whether the focus was lost because the focused element was removed; false if another element has the focus.
 */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
