import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { gunzipSync } from 'node:zlib'
import { SESSION_PATHS } from '../../../contract/paths.ts'
// @ts-expect-error: the scripts are JavaScript, since they run before anything is installed
import { SERVER_OPTIONS } from '../../../scripts/server-options.mjs'
import { builtApp } from './built-app.ts'
import { cleanEnvironment, ROOT } from './run-node.ts'
import type { Store } from './workspace.ts'

/** AUTH_SECRET of the measured server. */
export const SECRET = 'a secret of the benchmark, of no use elsewhere'
export const USER = { username: 'bench', password: 'bench-password' }

export interface Server {
  origin: string
  pid: number
  stop(): Promise<void>
}

/** Starts the real server as a process on a free port, with the built app. */
export function startServer(store: Store, over: Record<string, string> = {}): Promise<Server> {
  return startProgram('server/main.ts', store, { DIST_DIR: builtApp(), ...over }, SERVER_OPTIONS)
}

/**
 * Starts a program that prints its URL.
 * @param program path in the project
 */
export async function startProgram(
  program: string,
  store: Partial<Store>,
  over: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<Server> {
  const child = spawn(process.execPath, [...options, program], {
    cwd: ROOT,
    env: cleanEnvironment({
      ...store,
      HOST: '127.0.0.1',
      PORT: '0',
      AUTH_SECRET: SECRET,
      ADMIN_USERNAME: USER.username,
      ADMIN_PASSWORD: USER.password,
      ...over,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>()
  child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  createInterface(child.stdout).on('line', (line) => {
    const origin = /http:\/\/\S+/.exec(line)?.[0]
    if (origin !== undefined) resolve(origin)
  })
  return {
    origin: await listening,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

interface Answer {
  ms: number
  body: Buffer
}

/** A signed-in client with keep-alive connections. */
export class Client {
  readonly #origin: string
  readonly #agent = new Agent({ keepAlive: true })
  #token = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  async signIn(): Promise<void> {
    const { body } = await this.#send('POST', SESSION_PATHS.login, JSON.stringify(USER))
    this.#token = (JSON.parse(body.toString()) as { access_token: string }).access_token
  }

  /** Uses the access token of a user who is signed in already. */
  useToken(token: string): void {
    this.#token = token
  }

  /** Fetches an answer, compressed as for a browser, and measures the time in ms until its last byte. */
  async get(path: string): Promise<Answer> {
    return this.#send('GET', path)
  }

  /** Sends bytes unchanged. */
  async put(path: string, body: Buffer): Promise<Answer> {
    return this.#send('POST', path, body)
  }

  async getJson<T>(path: string): Promise<T> {
    return JSON.parse(gunzipSync((await this.get(path)).body).toString()) as T
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(method: string, path: string, content?: string | Buffer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const began = performance.now()
    const headers = {
      'accept-encoding': 'gzip',
      ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = request(this.#origin + path, { method, agent: this.#agent, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('error', reject)
      answer.on('end', () => {
        const body = Buffer.concat(pieces)
        const ms = performance.now() - began
        if (answer.statusCode === 200) resolve({ ms, body })
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${body}`))
      })
    })
    sent.on('error', reject)
    sent.end(content)
    return promise
  }
}
