/** Each task starts its requests before it returns. */
const tasks = new Set<() => void>()

/** Registers a task that runs before the session ends on this device. @returns a function that unregisters it */
export function beforeSignOut(task: () => void): () => void {
  tasks.add(task)
  return () => tasks.delete(task)
}

/** Runs all registered tasks. */
export function runTasksBeforeSignOut(): void {
  for (const task of [...tasks]) task()
}
