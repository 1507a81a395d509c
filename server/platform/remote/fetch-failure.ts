import { createHash } from 'node:crypto'

/** Failure of a call to another server. The message is meant for users; it never contains the address, which may contain keys. */
export class FetchFailure extends Error {
  override name = 'FetchFailure'
  /** whether a retry can help */
  readonly again: boolean
  /** status of the server's answer; 0 without one */
  readonly status: number
  /** time in ms after which the server asks to be called again; 0 if it does not say */
  readonly retryAfterMs: number

  constructor(message: string, again: boolean, { status = 0, retryAfterMs = 0 } = {}) {
    super(message)
    this.again = again
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the server asks to be called less. */
  get isSlowDown(): boolean {
    return this.status === 429 || this.status === 503
  }

  /** Whether the server refuses programs, or everybody without a password. */
  get isDenial(): boolean {
    return this.status === 401 || this.status === 403 || this.status === 451
  }

  /** Returns the same failure in other words. */
  inWords(message: string): FetchFailure {
    return new FetchFailure(message, this.again, this)
  }
}

export const noResponseFailure = (host: string, seconds: number) =>
  new FetchFailure(`Сервер ${host} молчал ${seconds} с`, true)

/** Words for error codes of the network, whatever protocol is spoken. */
export const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Имя сервера не найдено',
  EAI_AGAIN: 'Имя сервера сейчас не определяется',
  ECONNREFUSED: 'Сервер не принимает соединения',
  ETIMEDOUT: 'Сервер не отвечает',
  EHOSTUNREACH: 'Сервер недоступен',
  ENETUNREACH: 'Сервер недоступен',
}

const REASONS: Readonly<Record<string, string>> = {
  ...NETWORK_REASONS,
  EPROTO: 'Сервер не понял защищённое соединение',
}

/** Returns the failure in words for an error of a connection; undefined for other errors. */
export function connectionFailure(error: unknown): FetchFailure | undefined {
  if (error instanceof FetchFailure) return error
  const { code = '' } = error as { code?: unknown }
  if (typeof code !== 'string') return undefined
  const known = REASONS[code.startsWith('ERR_SSL_') ? 'EPROTO' : code]
  if (known !== undefined) return new FetchFailure(known, true)
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS/.test(code)) {
    return new FetchFailure('Сертификату сервера нельзя доверять', true)
  }
  return undefined
}

/** Returns a key's fingerprint as OpenSSH writes it: 'SHA256:' and 43 characters. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256')
    .update(key)
    .digest('base64')
    .replace(/={1,2}$/, '')}`

export const isFingerprint = (text: string): boolean => /^SHA256:[A-Za-z0-9+/]{43}$/.test(text)

/** Failure because an SFTP server shows another key than at the first call. */
export class HostKeyChanged extends FetchFailure {
  override name = 'HostKeyChanged'
  /** fingerprint of the key that the server shows now */
  readonly hostKey: string

  /** @param advice what a person can do, in words */
  constructor(host: string, known: string, hostKey: string, advice: string) {
    super(
      `Ключ сервера ${host} сменился: был ${known}, стал ${hostKey}. Либо сервер переустановили, либо кто-то ` +
        `выдаёт себя за него: пароль не отправлен. ${advice}`,
      false,
    )
    this.hostKey = hostKey
  }
}
