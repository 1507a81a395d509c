let running = 0
const ignored = new WeakSet<Error>()

/**
 * Loads code that no user action waits for. If the code is missing after a deployment, the page continues without it;
 * only code for a user action reloads the page (reloadOnMissingChunk).
 * @returns undefined if the code cannot be loaded
 */
export async function loadInBackground<Code>(load: () => Promise<Code>): Promise<Code | undefined> {
  running += 1
  try {
    return await load()
  } catch (error) {
    if (error instanceof Error) ignored.add(error)
    return undefined
  } finally {
    running -= 1
  }
}

/** Returns whether any code is being loaded in the background. */
export const isLoadingInBackground = (): boolean => running > 0

/** Returns whether this error made a load in the background fail. */
export const wasIgnored = (error: Error): boolean => ignored.has(error)
