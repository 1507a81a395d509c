/** Sets the number on the app's icon, if supported. Errors are ignored: the badge is decoration. */
export function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  void shown?.catch(() => undefined)
}
