/**
 * Makes the browser ask for confirmation before the page is left. Safari on iOS never asks.
 * @returns a function that stops this
 */
export function confirmBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
