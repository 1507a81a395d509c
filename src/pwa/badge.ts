/** The number on the app's icon; nothing where there are no badges. A browser may refuse it: it is decoration. */
export function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  void shown?.catch(() => undefined)
}
