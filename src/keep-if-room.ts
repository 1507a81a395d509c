/** Keeps on this device what a person has chosen, where there is room: no choice fails for want of it. */
export function keepIfRoom(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // A full store.
  }
}
