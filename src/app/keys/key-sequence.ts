import { createStore } from '../../lib/store.ts'

/** Opens the dialog that lists the keys, as soon as its code has loaded. */
export const keysDialogOpen = createStore(false)

/** Key that starts a sequence; the keys of a page follow one after the other. */
export const IDLE_SEQUENCE = 'g'

/**
 * Returns the Latin letter or digit of a physical key, independent of the keyboard layout: 'g', '3'; null for others.
 */
export function keyName(code: string): string | null {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? null
}

/** Result of a key: a page, the keys typed so far ('r' of 'r3'), or null. */
export type KeyStep<Place> = { place: Place } | { typed: string } | null

/**
 * Advances a key sequence.
 * @param typed keys after 'g'
 */
export function stepTo<Place extends { keys: string }>(
  places: readonly Place[],
  typed: string,
): KeyStep<Place> {
  const place = places.find(({ keys }) => keys === typed)
  if (place) return { place }
  return places.some(({ keys }) => keys.startsWith(typed)) ? { typed } : null
}
