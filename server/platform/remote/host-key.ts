import { createHash } from 'node:crypto'
import { FetchFailure } from './fetch-failure.ts'

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
