/** Where progress is written: stderr of a terminal, or a log file. */
export interface ProgressOutput {
  isTTY?: boolean
  /** the terminal's width */
  columns?: number
  write(text: string): unknown
}

export interface ProgressLine<Progress> {
  update(progress: Progress): void
  /** Writes the final state and ends the line. */
  finish(): void
}

/** Update intervals in milliseconds: a terminal line is rewritten, a log gets a new line. */
const TERMINAL_MS = 100
const LOG_MS = 5000

const CLEAR_LINE = '\r\u001b[K'

/**
 * @param text what is said of the progress
 * @param now clock in milliseconds, replaced in tests
 */
export function createProgressLine<Progress>(
  output: ProgressOutput,
  text: (progress: Progress) => string,
  now: () => number = Date.now,
): ProgressLine<Progress> {
  const interval = output.isTTY ? TERMINAL_MS : LOG_MS
  let shownAt = now()
  let last: Progress | undefined

  function show(progress: Progress): void {
    const said = text(progress)
    // A wrapped line cannot be rewritten.
    const fitting = said.slice(0, (output.columns ?? 80) - 1)
    output.write(output.isTTY ? CLEAR_LINE + fitting : `${said}\n`)
    shownAt = now()
  }

  return {
    update(progress) {
      last = progress
      if (now() - shownAt >= interval) show(progress)
    },
    finish() {
      if (last) show(last)
      if (last && output.isTTY) output.write('\n')
      last = undefined
    },
  }
}
