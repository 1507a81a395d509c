/** Reason why an import failed, in Russian for the person who runs it; the day's stored prices are unchanged. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  /** End of the message with a path of this machine, which only a terminal shows: messages reach all users. */
  readonly where: string

  constructor(message: string, { where = '', ...options }: ErrorOptions & { where?: string } = {}) {
    super(message, options)
    this.where = where
  }
}

/** Returns an error's message with the path that it concerns. */
export const terminalText = (error: Error): string =>
  error instanceof ImportError ? `${error.message}${error.where}` : error.message

/**
 * Thrown for a bad record, which the import counts and skips. Deliberately not an Error: a broken file throws one per
 * record, and capturing a stack trace each time would be slow.
 */
export class Rejection {
  readonly reason: string

  /** @param reason in Russian and without the value, so that equal reasons can be counted together */
  constructor(reason: string) {
    this.reason = reason
  }
}
