/**
 * Makes the browser ask before the page is left; Safari on iOS never asks.
 * @returns a function that ends this
 */
export function confirmBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
