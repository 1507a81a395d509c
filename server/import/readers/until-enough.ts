/** Thrown to stop a reader. It is not an Error, so that no reader converts it to an error about the file. */
export const ENOUGH = Symbol('enough')

/** Runs a reader to its end, or until one of its callbacks throws ENOUGH. */
export async function untilEnough(read: () => void | Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
}
