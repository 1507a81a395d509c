/** The browser's console, for those who look into a fault; what a person needs to know is on the screen. */
export function log(message: string): void {
  // biome-ignore lint/suspicious/noConsole: this is the log
  console.warn(message)
}
