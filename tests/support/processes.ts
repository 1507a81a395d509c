import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const NODE = join(ROOT, 'node_modules/node/bin/node')
/** Cache of compiled scripts, the same one that the scripts use (scripts/setup.mjs). */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

/** Secret that signs access tokens in tests. */
export const SECRET = 'test-secret-of-at-least-32-characters'

export const ADMIN = { username: 'admin', password: 'pokryshka-2417' }

/** Creates a temporary folder. `remove` deletes it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'prices-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

type Environment = Record<string, string>

/** Starts one of the server's programs as a process. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Environment,
  input?: string,
): ChildProcess {
  // The environment is minimal, because the machine's settings must not affect a test.
  const { PATH, HOME } = process.env
  const clean = { PATH, HOME, NODE_COMPILE_CACHE: COMPILED, AUTH_SECRET: SECRET, PORT: '0', ...env }
  const program = spawn(NODE, [join(ROOT, file), ...args], {
    cwd: ROOT,
    env: clean,
    // With an IPC channel, as in the scripts: a program may wait for the channel to close and never end by itself.
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'ipc'],
  })
  program.stdin?.end(input)
  return program
}

export interface Finished {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export function finished(program: ChildProcess): Promise<Finished> {
  let stdout = ''
  let stderr = ''
  program.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  program.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) => {
    program.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

export interface RunningServer {
  origin: string
  /** output of the start */
  printed: string
  /** stops the server with a signal, as an operator would; resolves when the process has ended */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts the real server on a free port and waits until it prints its URL. */
export async function startServer(env: Environment): Promise<RunningServer> {
  const program = startProgram('server/main.ts', [], {
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    SIGN_IN_LIMIT: '10000',
    HOST: '127.0.0.1',
    ...env,
  })
  const end = finished(program)
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    program.stdout?.on('data', (chunk) => {
      said += chunk
      const address = /http:\/\/\S+/.exec(said)?.[0]
      if (address) resolve(address)
    })
    end.then(({ stderr }) => reject(new Error(`the server did not start: ${stderr}`)))
  })
  return {
    origin,
    printed: said,
    async stop(signal = 'SIGTERM') {
      program.kill(signal)
      await end
    },
  }
}
