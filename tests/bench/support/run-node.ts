import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PEAK_MEMORY = fileURLToPath(new URL('./peak-memory.ts', import.meta.url))

type Environment = Record<string, string>

/** Returns a minimal environment, without the configuration of the machine's own installation. */
export function cleanEnvironment(own: Environment): Environment {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env
  // The same cache with which the scripts start programs (scripts/setup.mjs).
  const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled')
  return { PATH, HOME, NODE_COMPILE_CACHE, ...(TMPDIR === '' ? {} : { TMPDIR }), ...own }
}

export interface FinishedProcess {
  seconds: number
  /** processor time of all threads in seconds, which other work on the machine hardly changes */
  processor: number
  /** peak resident memory in bytes, including memory-mapped files */
  memory: number
  stdout: string
}

/**
 * Runs a TypeScript file in its own process.
 * @param args the file and its arguments
 */
export async function runNode(args: readonly string[], env: Environment): Promise<FinishedProcess> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', PEAK_MEMORY, ...args], {
    cwd: ROOT,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [stdout, stderr, measured] = [1, 2, 3].map((n) => textOf(child.stdio[n] as NodeJS.ReadableStream))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const seconds = (performance.now() - began) / 1000
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${await stderr}`)
  const [memory = 0, processor = 0] = (await measured)?.split(' ').map(Number) ?? []
  return { seconds, processor, memory, stdout: (await stdout) ?? '' }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of stream) text += String(piece)
  return text
}
