import { type ParseArgsConfig, parseArgs } from 'node:util'

/** An invalid command line; the message is shown to the person at the terminal. */
export class UsageError extends Error {
  override name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>

const HELP = { help: { type: 'boolean', short: 'h' } } as const

/**
 * Parses the options of a command; every command has --help.
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

/** The only file that a command takes. @param usage how the command is called @throws UsageError */
export function onlyFile([path, ...others]: readonly string[], usage: string): string {
  if (path === undefined) throw new UsageError(`Не указан файл: ${usage}`)
  if (others.length > 0) throw new UsageError(`Файл один, лишнее: ${others.join(' ')}`)
  return path
}
