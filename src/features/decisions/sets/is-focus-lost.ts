/** Returns whether the focused element was removed; false if the person has moved the focus elsewhere meanwhile. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
