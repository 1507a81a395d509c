/** Logs to the browser's console for debugging. Messages for users are displayed instead. */
export function log(message: string): void {
  // biome-ignore lint/suspicious/noConsole: this is the log
  console.warn(message)
}
