import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Attributes, Client, type ConnectConfig, type FileEntry, type SFTPWrapper } from 'ssh2'
import type { ResolveName } from '../egress/public-lookup.ts'
import { FetchFailure, fingerprintOf, HostKeyChanged, noResponseFailure } from './fetch-failure.ts'
import { inTime, openSocket } from './open-socket.ts'
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

/**
 * Kinds of keys, the preferred first. The order is fixed: a server with several keys must show the same one each time,
 * also to a later version of the package.
 */
const KEY_KINDS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
] as const
/** Bytes requested at once; servers send fewer if they must. */
const PIECE_BYTES = 2 ** 17
const MAX_EMPTY = 10
/** Status codes of SFTP. */
const EOF = 1
const NO_SUCH_FILE = 2
const DENIED = 3
const FAILURE = 4

/**
 * Connects to an SFTP server and signs in. The password is sent after the server's key was checked.
 * @throws FetchFailure, and errors of the network
 */
export async function connectSftp(
  url: URL,
  visit: RemoteConnectionOptions,
  resolveName?: ResolveName,
): Promise<RemoteServer> {
  const { host } = url
  const { basic } = visit.secrets
  if (!basic) throw new FetchFailure('Для SFTP нужны имя и пароль: укажите их', false)
  const sock = await openSocket(url, visit, resolveName)
  const client = new Client()
  let hostKey = ''
  let lost: unknown
  const config: ConnectConfig = {
    sock,
    username: basic.username,
    password: basic.password,
    authHandler: ['password', 'keyboard-interactive'],
    tryKeyboard: true,
    readyTimeout: visit.stallSeconds * 1_000,
    algorithms: { serverHostKey: [...KEY_KINDS] },
    hostVerifier: (key: Buffer) => {
      hostKey = fingerprintOf(key)
      if (!visit.hostKey || visit.hostKey === hostKey) return true
      lost = new HostKeyChanged(host, visit.hostKey, hostKey, visit.keyAdvice)
      return false
    },
  }
  client.on('error', (error) => {
    lost ??= failureOf(error, host, visit.stallSeconds)
  })
  // A server that asks anything besides the password gets no answer to that.
  client.on('keyboard-interactive', (_name, _words, _language, prompts, finish) =>
    finish(prompts.map(({ echo }) => (echo ? '' : basic.password))),
  )
  try {
    const ready = once(client, 'ready')
    const ended = once(client, 'close').then(() => Promise.reject(lost ?? connectionLostFailure()))
    client.connect(config)
    await Promise.race([ready, ended])
    const sftp = await inTime(
      Promise.race([
        new Promise<SFTPWrapper>((done, fail) =>
          client.sftp((error, opened) => (error ? fail(noSftp(host)) : done(opened))),
        ),
        ended,
      ]),
      host,
      visit,
    )
    return new SftpServer(client, sftp, { host, hostKey, lost: () => lost })
  } catch (error) {
    client.destroy()
    throw lost ?? error
  }
}

const noSftp = (host: string) => new FetchFailure(`Сервер ${host} не даёт SFTP этому имени`, false)

function failureOf(error: Error & { level?: string }, host: string, stallSeconds: number): unknown {
  if (error instanceof FetchFailure) return error
  if (error.level === 'client-authentication') return refusedUser(host)
  if (error.level === 'client-timeout') return noResponseFailure(host, stallSeconds)
  if (error.level === 'client-socket') return error
  return new FetchFailure(`С сервером ${host} не удалось защищённое соединение (SSH)`, true)
}

interface SftpOptions {
  host: string
  hostKey: string
  /** returns why the connection was lost; undefined while it stands */
  lost(): unknown
}

class SftpServer implements RemoteServer {
  readonly hostKey: string
  readonly #client: Client
  readonly #sftp: SFTPWrapper
  readonly #options: SftpOptions
  #folder = ''

  constructor(client: Client, sftp: SFTPWrapper, options: SftpOptions) {
    this.hostKey = options.hostKey
    this.#client = client
    this.#sftp = sftp
    this.#options = options
  }

  async enter(folder: string): Promise<void> {
    this.#folder = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  }

  async list(): Promise<RemoteEntry[]> {
    const entries: RemoteEntry[] = []
    const { host } = this.#options
    let bytes = 0
    let count = 0
    let empty = 0
    try {
      const handle = await answerOf<Buffer>((done) => this.#sftp.opendir(this.#folder || '.', done))
      for (;;) {
        const some = await unless<FileEntry[]>(EOF, (done) => this.#sftp.readdir(handle, done))
        if (!some) return entries
        count += some.length
        // An answer may consist of '.' and '..', which are left out; a server could repeat such answers for ever.
        if (some.length === 0) empty++
        if (empty > MAX_EMPTY) throw new FetchFailure(`Сервер ${host} ответил не по правилам SFTP`, true)
        bytes += some.reduce((sum, { filename, longname }) => sum + filename.length + longname.length, 0)
        if (count > MAX_ENTRIES || bytes > MAX_LISTING_BYTES) throw tooManyEntries()
        entries.push(...some.filter(({ attrs }) => typeOf(attrs) !== FOLDER).map(entryOf))
      }
    } catch (error) {
      throw isRefusal(error) ? folderMissingFailure(host) : error
    }
  }

  async stat(name: string): Promise<RemoteStat | undefined> {
    const attrs = await unless(NO_SUCH_FILE, (done) => this.#sftp.stat(this.#folder + name, done))
    return attrs && typeOf(attrs) !== FOLDER ? statOf(attrs) : undefined
  }

  read(name: string) {
    const stream = this.#sftp.createReadStream(this.#folder + name, { highWaterMark: PIECE_BYTES })
    return {
      stream,
      wholeness: async () => {
        const lost = this.#options.lost()
        if (lost) throw lost
      },
    }
  }

  async write(name: string, body: Readable): Promise<void> {
    const { host } = this.#options
    try {
      await pipeline(body, this.#sftp.createWriteStream(this.#folder + name, { flags: 'w' }))
    } catch (error) {
      if (isMissing(error)) throw folderMissingFailure(host)
      if (isRefusal(error)) throw writeRefusedFailure(host)
      // Servers have no status of their own for a full disk in this version of SFTP.
      if (isFailure(error)) throw serverFullFailure(host)
      throw this.failure(error)
    }
  }

  async rename(from: string, to: string): Promise<void> {
    const [one, other] = [this.#folder + from, this.#folder + to]
    try {
      await answerOf<void>((done) => this.#replacing(one, other, (error) => done(error ?? undefined)))
    } catch (error) {
      const { code } = error as { code?: unknown }
      throw typeof code === 'number' ? renameRefusedFailure(this.#options.host) : this.failure(error)
    }
  }

  /** Renames a file in place of another one, if the server can; the plain request refuses that. */
  #replacing(from: string, to: string, done: (error?: Error | null) => void): void {
    try {
      this.#sftp.ext_openssh_rename(from, to, done)
    } catch {
      // The package knows from the server's greeting that it does not offer it.
      this.#sftp.rename(from, to, done)
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await answerOf<void>((done) =>
        this.#sftp.unlink(this.#folder + name, (error) => done(error ?? undefined)),
      )
    } catch (error) {
      if (typeof (error as { code?: unknown }).code !== 'number') throw this.failure(error)
    }
  }

  failure(error: unknown): unknown {
    const { host, lost } = this.#options
    if (lost()) return lost()
    if (isRefusal(error)) return fileMissingFailure(host)
    const { code } = error as { code?: unknown }
    if (typeof code === 'number') return new FetchFailure(`Сервер ${host} ответил ошибкой SFTP ${code}`, true)
    return error instanceof Error && error.message === 'No response from server'
      ? connectionLostFailure()
      : error
  }

  close(): void {
    // A server that does not answer the farewell would keep the connection.
    this.#client.destroy()
  }
}

type Done<T> = (error: Error | undefined, answer?: T) => void

/** Sends a request and waits for its answer. */
const answerOf = <T>(send: (done: Done<T>) => void): Promise<T> =>
  new Promise((done, fail) => send((error, answer) => (error ? fail(error) : done(answer as T))))

/** @returns undefined if the server answers with this status */
async function unless<T>(status: number, send: (done: Done<T>) => void): Promise<T | undefined> {
  try {
    return await answerOf(send)
  } catch (error) {
    if ((error as { code?: unknown }).code === status) return undefined
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === NO_SUCH_FILE || code === DENIED
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === NO_SUCH_FILE

const isFailure = (error: unknown): boolean => (error as { code?: unknown }).code === FAILURE

const FOLDER = 0o040000
const FILE = 0o100000
/** Returns the type of an entry, as in the mode of Unix; 0 if the server does not state it. */
const typeOf = ({ mode = 0 }: Partial<Attributes>): number => mode & 0o170000

function statOf({ size, mtime }: Partial<Attributes>): RemoteStat {
  return { size: size ?? null, time: mtime === undefined ? null : mtime * 1_000 }
}

// Attributes of a link are its own, not those of its file.
function entryOf({ filename, attrs }: FileEntry): RemoteEntry {
  const stat = statOf(attrs)
  const isKnown = typeOf(attrs) === FILE && stat.size !== null && stat.time !== null
  return isKnown ? { name: filename, stat } : { name: filename }
}
