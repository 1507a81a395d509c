/** Missing from Firefox and Safari, and therefore from TypeScript's library. */
interface Connection extends EventTarget {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

const connection = (): Connection | undefined =>
  (navigator as Navigator & { connection?: Connection }).connection

/** Whether fetching much would cost the person money or time; false if the browser does not say. */
export function isMetered(): boolean {
  const { saveData, type, effectiveType = '4g' } = connection() ?? {}
  return saveData === true || type === 'cellular' || effectiveType !== '4g'
}

/** @returns a function that stops listening */
export function onConnectionChange(listener: () => void): () => void {
  const watched = connection()
  watched?.addEventListener('change', listener)
  return () => watched?.removeEventListener('change', listener)
}
