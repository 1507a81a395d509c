/**
 * Functions for persistent storage: the browser's promise not to evict the app's data when the device runs out of
 * space.
 */

/** Returns whether storage is persistent. @returns null if the browser does not support persistence */
export async function isPromised(): Promise<boolean | null> {
  try {
    return (await navigator.storage?.persisted?.()) ?? null
  } catch {
    return null
  }
}

/**
 * Requests persistent storage. Some browsers decide by themselves, others ask the user.
 * @returns as isPromised
 */
export async function requestPersistence(): Promise<boolean | null> {
  try {
    return (await navigator.storage?.persist?.()) ?? null
  } catch {
    return null
  }
}
