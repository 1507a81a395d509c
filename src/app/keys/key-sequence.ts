import { createStore } from '../../lib/store.ts'

/** Whether the dialog that lists the shortcuts is open; it appears once its code has loaded. */
export const keysDialogOpen = createStore(false)

/** Key that starts a sequence; the keys of a page follow. */
export const IDLE_SEQUENCE = 'g'

/**
 * Result of a key press: the page to open, the keys typed so far (for example 'r' of 'r3'), or null if no page matches.
 */
type KeyStep<Place> = { place: Place } | { typed: string } | null

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

/** Arrow keys for which j and k are shortcuts in lists and tables. */
const ARROWS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/** Selector of the elements that handle arrow keys: a table, or a list of buttons. */
const WALKED = '[data-walk]'

/**
 * Dispatches an arrow key in the page's table or list, which is focused before.
 * @param name of the key, as returned by keyName
 * @returns whether the key is j or k and the page has a table or list
 */
export function dispatchArrowKey(name: string): boolean {
  const key = ARROWS[name]
  const whole = key ? document.querySelector<HTMLElement>(WALKED) : null
  if (!key || !whole) return false
  const { activeElement } = document
  if (activeElement && whole.contains(activeElement)) {
    activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  } else {
    const first = whole.tabIndex >= 0 ? whole : whole.querySelector<HTMLElement>('a, button, input')
    first?.focus()
  }
  return true
}
