/** j and k are the arrows of whatever can be walked through. */
const ARROWS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/** Marks what has arrow keys of its own: a table, or a list of buttons. */
const WALKED = '[data-walk]'

/**
 * Moves in the table or list on the page, which gets the focus first.
 * @param name of the key, as keyName returns it
 * @returns whether there is one
 */
export function walk(name: string): boolean {
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
