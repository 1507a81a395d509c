/**
 * Sets the number on the app's icon if the browser supports it. Errors are ignored, because the badge is not essential.
 */
export function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  void shown?.catch(() => undefined)
}
