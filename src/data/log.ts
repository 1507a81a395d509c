/** Writes to the browser's console for debugging; everything that users need to know is on the screen. */
export function log(message: string): void {
  // biome-ignore lint/suspicious/noConsole: this is the log
  console.warn(message)
}
