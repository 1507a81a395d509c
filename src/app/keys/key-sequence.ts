import { createStore } from '../../lib/store.ts'

/** Whether the dialog that lists the shortcuts is open; it appears once its code has loaded. */
export const keysDialogOpen = createStore(false)

/** Key that starts a sequence; the keys of a page follow. */
export const IDLE_SEQUENCE = 'g'

/**
 * Result of a key press: the page to open, the keys typed so far (for example 'r' of 'r3'), or null if no page matches.
 */
export type KeyStep<Place> = { place: Place } | { typed: string } | null

/**
 * Returns the result of the keys typed so far.
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
