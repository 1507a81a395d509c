import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { Client, type FileInfo, FTPError } from 'basic-ftp'
import type { ResolveName } from '../egress/public-lookup.ts'
import { FetchFailure, noResponseFailure } from './fetch-failure.ts'
import { enterPassiveMode } from './ftp-passive.ts'
import { hostNameOf, inTime, openSocket } from './open-socket.ts'
import {
  connectionLostFailure,
  fileMissingFailure,
  folderMissingFailure,
  MAX_ENTRIES,
  MAX_LISTING_BYTES,
  type RemoteConnectionOptions,
  type RemoteEntry,
  type RemoteServer,
  type RemoteStat,
  refusedUser,
  renameRefusedFailure,
  serverFullFailure,
  tooManyEntries,
  writeRefusedFailure,
} from './remote-server.ts'

const NEEDS_PASSWORD = 331
/** Answers to a wrong name or password; others at the sign-in mean that the server has a fault. */
const REFUSED_USER: ReadonlySet<number> = new Set([NEEDS_PASSWORD, 332, 430, 530, 532])
/** Answers of a server without free space, or beyond the user's quota. */
const NO_SPACE: ReadonlySet<number> = new Set([452, 552])
const ANONYMOUS = { username: 'anonymous', password: 'anonymous@' }

/**
 * Connects to an FTP server and signs in. The password is sent after the certificate was checked, if the connection is
 * encrypted: always for ftps:// (from its first byte) and ftpes:// (AUTH TLS), for ftp:// unless the server does not
 * know AUTH TLS.
 * @throws FetchFailure, and errors of the network
 */
export async function connectFtp(
  url: URL,
  visit: RemoteConnectionOptions,
  resolveName?: ResolveName,
): Promise<RemoteServer> {
  const { host, protocol } = url
  const client = new Client(visit.stallSeconds * 1_000, {
    allowSeparateTransferHost: false,
    maxListingBytes: MAX_LISTING_BYTES,
  })
  client.prepareTransfer = enterPassiveMode
  const server = new FtpServer(client, host, visit.stallSeconds)
  try {
    const socket = await openSocket(url, visit, resolveName)
    const name = hostNameOf(url)
    const tls = isIP(name) === 0 ? { servername: name, host: name } : { host: name }
    if (protocol === 'ftps:') await encrypt(client, socket, tls, host, visit)
    else client.ftp.socket = socket
    await greeting(client)
    if (protocol !== 'ftps:') {
      const isEncrypted = await inTime(startTls(client, tls), host, visit)
      if (!isEncrypted && protocol === 'ftpes:') {
        throw new FetchFailure(`Сервер ${host} не умеет защищённое соединение (AUTH TLS)`, false)
      }
    }
    await signIn(client, host, visit.secrets.basic ?? ANONYMOUS)
    // biome-ignore lint/correctness/useHookAtTopLevel: no hook, but a method of the package
    await client.useDefaultSettings()
    return server
  } catch (error) {
    server.close()
    throw server.failure(error)
  }
}

/** Encrypts a connection from its first byte (implicit TLS). */
async function encrypt(
  client: Client,
  socket: Socket,
  tls: ConnectionOptions,
  host: string,
  visit: RemoteConnectionOptions,
): Promise<void> {
  const secure = connectTls({ ...tls, socket })
  try {
    await inTime(once(secure, 'secureConnect'), host, visit)
  } catch (error) {
    socket.destroy()
    throw error
  }
  client.ftp.socket = secure
  client.ftp.tlsOptions = tls
}

/** Waits for the server's first answer. */
const greeting = (client: Client): Promise<unknown> =>
  client.ftp.handle(undefined, (answer, task) => {
    if (answer instanceof Error) task.reject(answer)
    else if (answer.code >= 200) task.resolve(answer)
  })

/** @returns false if the server does not offer encryption */
async function startTls(client: Client, tls: ConnectionOptions): Promise<boolean> {
  try {
    // biome-ignore lint/correctness/useHookAtTopLevel: no hook, but a method of the package
    await client.useTLS({ ...tls })
    return true
  } catch (error) {
    if (error instanceof FTPError && error.code >= 500) return false
    throw error
  }
}

async function signIn(
  client: Client,
  host: string,
  { username, password }: { username: string; password: string },
): Promise<void> {
  // Before the sign-in, for a name in Cyrillic letters; many servers know it only afterwards.
  await client.sendIgnoringError('OPTS UTF8 ON')
  // Not by the package's login, which sends the password as often as the server asks for one.
  try {
    const asked = await client.ftp.request(`USER ${username}`)
    const answer = asked.code === NEEDS_PASSWORD ? await client.ftp.request(`PASS ${password}`) : asked
    if (answer.code >= 300) throw new FTPError(answer)
  } catch (error) {
    if (error instanceof FTPError && REFUSED_USER.has(error.code)) throw refusedUser(host)
    throw error
  }
}

class FtpServer implements RemoteServer {
  readonly hostKey = ''
  readonly #client: Client
  readonly #host: string
  readonly #stallSeconds: number

  constructor(client: Client, host: string, stallSeconds: number) {
    this.#client = client
    this.#host = host
    this.#stallSeconds = stallSeconds
  }

  async enter(folder: string): Promise<void> {
    if (folder !== '') await this.#asking(this.#client.cd(folder), () => folderMissingFailure(this.#host))
  }

  async list(): Promise<RemoteEntry[]> {
    const listed = await this.#asking(this.#client.list(), () => folderMissingFailure(this.#host))
    if (listed.length > MAX_ENTRIES) throw tooManyEntries()
    return listed.filter(({ isDirectory }) => !isDirectory).map(entryOf)
  }

  async stat(name: string): Promise<RemoteStat | undefined> {
    let size: number | null
    try {
      size = await this.#client.size(name)
    } catch (error) {
      if (!(error instanceof FTPError)) throw this.failure(error)
      if (error.code === 550) return undefined
      if (error.code < 500) throw this.failure(error)
      size = null
    }
    return { size, time: await this.#time(name) }
  }

  async #time(name: string): Promise<number | null> {
    try {
      const time = (await this.#client.lastMod(name)).getTime()
      return Number.isNaN(time) ? null : time
    } catch (error) {
      if (error instanceof FTPError && error.code >= 500) return null
      throw this.failure(error)
    }
  }

  read(name: string) {
    const stream = new PassThrough()
    const done = this.#asking(this.#client.downloadTo(stream, name), () => fileMissingFailure(this.#host))
    done.catch((error) => stream.destroy(error))
    return { stream, wholeness: async () => void (await done) }
  }

  async write(name: string, body: Readable): Promise<void> {
    try {
      await this.#client.uploadFrom(body, name)
    } catch (error) {
      if (!(error instanceof FTPError)) throw this.failure(error)
      if (NO_SPACE.has(error.code)) throw serverFullFailure(this.#host)
      throw error.code >= 500 ? writeRefusedFailure(this.#host) : this.failure(error)
    }
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#asking(this.#client.rename(from, to), () => renameRefusedFailure(this.#host))
  }

  async remove(name: string): Promise<void> {
    try {
      await this.#client.remove(name)
    } catch (error) {
      if (!(error instanceof FTPError)) throw this.failure(error)
    }
  }

  close(): void {
    this.#client.close()
  }

  /** Waits for an answer. @param refused creates the failure for a final refusal (5xx) */
  async #asking<T>(answer: Promise<T>, refused: () => FetchFailure): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw error instanceof FTPError && error.code >= 500 ? refused() : this.failure(error)
    }
  }

  /** Returns the failure for an error of the package, which describes its own in English alone. */
  failure(error: unknown): unknown {
    if (error instanceof FTPError) {
      const { code } = error
      return new FetchFailure(`Сервер ${this.#host} ответил ошибкой ${code}`, code < 500, { status: code })
    }
    const { message, code } = error as NodeJS.ErrnoException
    if (error instanceof FetchFailure || (code !== undefined && code !== '0')) return error
    if (/timeout/i.test(message)) return noResponseFailure(this.#host, this.#stallSeconds)
    if (/Maximum bytes exceeded/.test(message)) return tooManyEntries()
    if (/parse|only supports|maximum allowed size/i.test(message)) {
      return new FetchFailure(`Сервер ${this.#host} ответил не по правилам FTP`, true)
    }
    if (/FIN packet|closed|disconnected/i.test(message)) return connectionLostFailure()
    return error
  }
}

function entryOf({ name, isFile, size, modifiedAt }: FileInfo): RemoteEntry {
  const time = modifiedAt?.getTime() ?? Number.NaN
  // Only MLSD states times reliably; those of LIST are in words, without seconds and zone.
  return isFile && Number.isSafeInteger(size) && !Number.isNaN(time)
    ? { name, stat: { size, time } }
    : { name }
}
