import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ImportError, terminalText } from '../import/errors.ts'
import { DatabaseError } from '../platform/db/db.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { Refusal } from '../platform/refusal.ts'
import { FetchFailure } from '../platform/remote/fetch-failure.ts'

type Options = NonNullable<ParseArgsConfig['options']>

const HELP = { help: { type: 'boolean', short: 'h' } } as const

/**
 * Parses the options of a command and its --help.
 * @throws OperatorError for an unknown option or a missing value
 */
export function readCommandLine<T extends Options>(argv: readonly string[], options: T) {
  try {
    return parseArgs({
      args: [...argv],
      options: { ...options, ...HELP },
      allowPositionals: true,
      tokens: true,
    })
  } catch (error) {
    const option = /'(--?[^' ]+)/.exec((error as Error).message)?.[1]
    throw new OperatorError(
      option === undefined
        ? (error as Error).message
        : `Неверный параметр ${option}; все параметры покажет --help`,
    )
  }
}

/** Runs a command with its parsed options; prints its help instead if it is asked for. */
export const runCommandLine = <T extends Options>(
  help: string,
  options: T,
  main: (line: ReturnType<typeof readCommandLine<T>>) => Promise<void>,
): Promise<void> =>
  runCommand(async () => {
    const line = readCommandLine(process.argv.slice(2), options)
    return (line.values as { help?: boolean }).help ? print(help) : main(line)
  })

/**
 * Returns the only file of a command line.
 * @param usage command line to print in the error
 * @throws OperatorError if there is no file or more than one
 */
export function onlyFile([path, ...others]: readonly string[], usage: string): string {
  if (path === undefined) throw new OperatorError(`Не указан файл: ${usage}`)
  if (others.length > 0) throw new OperatorError(`Файл один, лишнее: ${others.join(' ')}`)
  return path
}

/** Errors whose message is meant for the person at the terminal. */
const EXPECTED = [OperatorError, ImportError, Refusal, FetchFailure, DatabaseError]

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/**
 * Runs a command and exits with the error's code after an error, 1 by default. Expected errors print only their
 * message, others their stack.
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

/**
 * Reads one line that must not appear on the screen, in the shell's history or in the list of processes: typed
 * without echo at a terminal, otherwise the first line of the input.
 */
export async function readSecret(prompt: string): Promise<string> {
  const terminal = process.stdin.isTTY
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal })
  try {
    if (terminal) process.stderr.write(prompt)
    return terminal ? await lines.question('') : await firstLine(lines)
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
}

async function firstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line
  return ''
}
