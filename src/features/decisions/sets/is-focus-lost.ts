/** Whether what had the focus has gone; not if a person has moved it elsewhere meanwhile. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
