import { type ParseArgsConfig, parseArgs } from 'node:util'
import { OperatorError } from '../platform/operator-error.ts'

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
