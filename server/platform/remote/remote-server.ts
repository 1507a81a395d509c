import type { Readable } from 'node:stream'
import type { Secrets } from '../../../contract/sources/source.ts'
import type { AllowedHosts } from '../egress/allowed-hosts.ts'
import { FetchFailure } from './fetch-failure.ts'

/** Size in bytes and time of the last change in ms of a file; null if the server does not state it. */
export interface RemoteStat {
  size: number | null
  time: number | null
}

/** Entry of a listed folder that may be a file. */
export interface RemoteEntry {
  name: string
  /** undefined if the listing does not tell reliably: it must be requested for the entry itself */
  stat?: RemoteStat | undefined
}

/** Connection to an FTP or SFTP server after the sign-in. Its methods throw a FetchFailure, or errors
 * for `failure`. */
export interface RemoteServer {
  /** fingerprint of an SFTP server's key; '' for FTP */
  readonly hostKey: string
  /** makes a folder the current one; '' is the folder of the sign-in */
  enter(folder: string): Promise<void>
  /** returns the entries of the current folder, without folders */
  list(): Promise<RemoteEntry[]>
  /** returns undefined if the current folder has no such file */
  stat(name: string): Promise<RemoteStat | undefined>
  /** begins to read a file; `wholeness` settles when the server has ended the transfer, as in `Incoming` */
  read(name: string): { stream: Readable; wholeness(): Promise<void> }
  /** writes a file of the current folder, which ends unfinished if the body or the connection fails */
  write(name: string, body: Readable): Promise<void>
  /** gives a file of the current folder another name, in place of a file of that name */
  rename(from: string, to: string): Promise<void>
  /** removes a file of the current folder if the server knows it and permits it */
  remove(name: string): Promise<void>
  /** returns the failure in words for an error that the connection caused, or the error itself */
  failure(error: unknown): unknown
  close(): void
}

/** Access, limits and signal of a connection. */
export interface RemoteConnectionOptions {
  secrets: Pick<Secrets, 'basic'>
  /** fingerprint that the key of an SFTP server must have; '' to accept any */
  hostKey?: string
  /** what a person can do when the key has changed, in words */
  keyAdvice: string
  /** destroys the connection */
  signal: AbortSignal
  allowedHosts: AllowedHosts
  /** time in s that the server may be silent */
  stallSeconds: number
}

/** Limits of a listed folder, which bound the memory that a server can occupy. */
export const MAX_ENTRIES = 20_000
export const MAX_LISTING_BYTES = 4 * 2 ** 20

export const tooManyEntries = (): FetchFailure =>
  new FetchFailure(
    `В папке больше ${new Intl.NumberFormat('ru-RU').format(MAX_ENTRIES)} файлов: укажите в адресе имя файла`,
    false,
  )

export const refusedUser = (host: string): FetchFailure =>
  new FetchFailure(`Сервер ${host} не принял имя и пароль`, false)

export const folderMissingFailure = (host: string): FetchFailure =>
  new FetchFailure(`Сервер ${host} не нашёл папку из адреса или не пускает в неё`, false)

// Suppliers replace files by removing them first: a moment later the file may be there again.
export const fileMissingFailure = (host: string): FetchFailure =>
  new FetchFailure(`Сервер ${host} не нашёл такого файла или не даёт его`, true)

export const writeRefusedFailure = (host: string): FetchFailure =>
  new FetchFailure(`Сервер ${host} не даёт записать файл в эту папку`, false)

// Somebody has to clear it, which may take minutes.
export const serverFullFailure = (host: string): FetchFailure =>
  new FetchFailure(`Сервер ${host} не записал файл: похоже, на нём не хватает места`, true)

export const renameRefusedFailure = (host: string): FetchFailure =>
  new FetchFailure(
    `Сервер ${host} принял файл, но не даёт переименовать его поверх прежнего: разрешите на нём переименование и замену файлов`,
    false,
  )

export const connectionLostFailure = (): FetchFailure =>
  new FetchFailure('Соединение с сервером оборвалось', true)
