import type { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Finished, SECRET } from './processes.ts'

/** Thrown by process.exit of a command that runs in the test's process. */
class Exit extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit ${code}`)
    this.code = code
  }
}

/** Returns a function that removes all listeners which are added from now on. */
function listenersOf(emitter: EventEmitter): () => void {
  const former = new Set(emitter.eventNames().flatMap((event) => emitter.rawListeners(event)))
  return () => {
    for (const event of emitter.eventNames())
      for (const listener of emitter.rawListeners(event))
        if (!former.has(listener)) emitter.off(event, listener as () => void)
  }
}

let runs = 0

/**
 * Runs a command of `server/commands` in this process, with its own arguments, environment, input and output: starting a
 * process takes longer than most commands. Signals and the start itself are tested with startProgram.
 */
export async function runCommand(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<Finished> {
  const { PATH, HOME } = process.env
  const output = { stdout: '', stderr: '' }
  const own = {
    argv: [process.execPath, name, ...args],
    env: { PATH, HOME, AUTH_SECRET: SECRET, PORT: '0', ...env },
    stdin: Object.assign(Readable.from(input === '' ? [] : [input]), { isTTY: false }),
    exit: (code = 0) => {
      throw new Exit(Number(code))
    },
  }
  const former = new Map(
    Object.keys(own).map((key) => [key, Object.getOwnPropertyDescriptor(process, key) as PropertyDescriptor]),
  )
  for (const [key, value] of Object.entries(own))
    Object.defineProperty(process, key, { value, configurable: true, writable: true, enumerable: true })
  const writes = (['stdout', 'stderr'] as const).map((key) => {
    const { write } = process[key]
    process[key].write = ((chunk: string) => {
      output[key] += chunk
      return true
    }) as typeof write
    return () => {
      process[key].write = write
    }
  })
  const keepListeners = [process, process.stdout, process.stderr].map(listenersOf)
  process.exitCode = undefined
  try {
    const program = join(import.meta.dirname, '../../server/commands', `${name}.ts`)
    await import(/* @vite-ignore */ `${program}?run=${runs++}`)
    return { code: Number(process.exitCode ?? 0), signal: null, ...output }
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    return { code: error.code, signal: null, ...output }
  } finally {
    process.exitCode = undefined
    for (const undo of [...writes, ...keepListeners]) undo()
    for (const [key, descriptor] of former) Object.defineProperty(process, key, descriptor)
  }
}

export const runImport = (args: readonly string[], env: Record<string, string>): Promise<Finished> =>
  runCommand('import', args, env)
