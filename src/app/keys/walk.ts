/** Arrow keys that j and k stand for in lists and tables. */
const ARROWS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/** Marks elements with arrow keys of their own: a table, or a list of buttons. */
const WALKED = '[data-walk]'

/**
 * Moves within the table or list of the page, which gets the focus first.
 * @param name of the key, as keyName returns it
 * @returns whether there is a table or list
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
