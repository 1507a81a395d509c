import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Error in a command line. Its message is printed for the user at the terminal. */
export class UsageError extends Error {
  override name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>

const HELP = { help: { type: 'boolean', short: 'h' } } as const

/**
 * Parses the options of a command and its --help.
 * @throws UsageError for an unknown option or a missing value
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
    throw new UsageError(
      option === undefined
        ? (error as Error).message
        : `Неверный параметр ${option}; все параметры покажет --help`,
    )
  }
}

/**
 * Returns the only file of a command line.
 * @param usage command line to print in the error
 * @throws UsageError if there is no file or more than one
 */
export function onlyFile([path, ...others]: readonly string[], usage: string): string {
  if (path === undefined) throw new UsageError(`Не указан файл: ${usage}`)
  if (others.length > 0) throw new UsageError(`Файл один, лишнее: ${others.join(' ')}`)
  return path
}
