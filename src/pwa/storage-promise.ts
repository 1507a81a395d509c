/** Persistent storage: the browser's promise not to evict our data when the device runs out of space. */

/** @returns null if the browser does not support it */
export async function isPromised(): Promise<boolean | null> {
  try {
    return (await navigator.storage?.persisted?.()) ?? null
  } catch {
    return null
  }
}

/**
 * Requests persistence: some browsers decide by themselves, others ask the user.
 * @returns as isPromised
 */
export async function requestPersistence(): Promise<boolean | null> {
  try {
    return (await navigator.storage?.persist?.()) ?? null
  } catch {
    return null
  }
}
