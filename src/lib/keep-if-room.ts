/**
 * Stores a choice on this device if there is space.
 * @returns whether it was stored
 */
export function keepIfRoom(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    // The store is full; the choice still applies to the open page.
    return false
  }
}
