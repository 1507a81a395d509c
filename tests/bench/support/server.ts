import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { gunzipSync } from 'node:zlib'
import { PATHS } from '../../../contract/paths.ts'
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

/** Starts the real server as a process on a free port, with the built app of today. @param root folder of the version to start */
export function startServer(store: Store, over: Record<string, string> = {}, root = ROOT): Promise<Server> {
  // Former versions were started with Node's own.
  const options = root === ROOT ? SERVER_OPTIONS : []
  return startProgram('server/main.ts', store, { DIST_DIR: builtApp(), ...over }, root, options)
}

/** Starts a program that prints its address. @param program path in the folder `root` */
export async function startProgram(
  program: string,
  store: Partial<Store>,
  over: Record<string, string> = {},
  root = ROOT,
  options: readonly string[] = [],
): Promise<Server> {
  const child = spawn(process.execPath, [...options, program], {
    cwd: root,
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
  /** ETag for revalidation */
  version: string | undefined
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
    const { body } = await this.#send('POST', PATHS.login, JSON.stringify(USER))
    this.#token = (JSON.parse(body.toString()) as { access_token: string }).access_token
  }

  /**
   * Fetches an answer, compressed as for a browser, and the milliseconds until its last byte.
   * @param known version of the answer that the client already has, sent as If-None-Match
   */
  async get(path: string, known?: string): Promise<Answer> {
    return this.#send('GET', path, undefined, known)
  }

  /** Sends a body as JSON. */
  async post(path: string, body: object): Promise<Answer> {
    return this.#send('POST', path, JSON.stringify(body))
  }

  /** Sends bytes as they are. */
  async put(path: string, body: Buffer): Promise<Answer> {
    return this.#send('POST', path, body)
  }

  async getJson<T>(path: string): Promise<T> {
    return JSON.parse(gunzipSync((await this.get(path)).body).toString()) as T
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(method: string, path: string, content?: string | Buffer, known?: string): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const began = performance.now()
    const headers = {
      'accept-encoding': 'gzip',
      ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      ...(known === undefined ? {} : { 'if-none-match': known }),
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = request(this.#origin + path, { method, agent: this.#agent, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('error', reject)
      answer.on('end', () => {
        const body = Buffer.concat(pieces)
        const ms = performance.now() - began
        const fine = answer.statusCode === (known === undefined ? 200 : 304)
        if (fine) resolve({ ms, body, version: answer.headers.etag })
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${body}`))
      })
    })
    sent.on('error', reject)
    sent.end(content)
    return promise
  }
}
