/** The browser's promise not to throw away what is kept here when the device runs out of room. */

/** @returns null where the browser knows no such promise */
export async function isPromised(): Promise<boolean | null> {
  try {
    return (await navigator.storage?.persisted?.()) ?? null
  } catch {
    return null
  }
}

/** Asks for it: some browsers decide by themselves, others ask the person. @returns as isPromised */
export async function askForPromise(): Promise<boolean | null> {
  try {
    return (await navigator.storage?.persist?.()) ?? null
  } catch {
    return null
  }
}
