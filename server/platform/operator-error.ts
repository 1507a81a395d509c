/**
 * Error whose message is meant for the person who runs the server or a command: in the configuration, a command line or
 * a backup. It is printed without its stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
  readonly exitCode: number

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options)
    this.exitCode = exitCode
  }
}
