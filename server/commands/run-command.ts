import { ImportError, terminalText } from '../import/errors.ts'
import { DatabaseError } from '../platform/db/db.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { Refusal } from '../platform/refusal.ts'
import { FetchFailure } from '../platform/remote/fetch-failure.ts'

/** Errors whose message is meant for the person at the terminal. */
const EXPECTED = [OperatorError, ImportError, Refusal, FetchFailure, DatabaseError]

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/**
 * Runs a command and exits with the error's code after an error, 1 by default. Expected errors print only their message, others their stack.
 */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  // A reader of only the beginning (| head) must not abort an import halfway.
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  try {
    await main()
  } catch (error) {
    const expected = EXPECTED.some((known) => error instanceof known)
    const { stack, exitCode = 1 } = error as Error & { exitCode?: number }
    process.stderr.write(`${expected ? terminalText(error as Error) : (stack ?? String(error))}\n`)
    process.exit(exitCode)
  }
}
