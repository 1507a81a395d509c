/** Keeps on this device what a person has chosen, where there is room. @returns whether there was */
export function keepIfRoom(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    // A full store: whatever was chosen holds all the same.
    return false
  }
}
