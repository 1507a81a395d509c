import { diskFull } from './files.ts'
import { SourceRefusal } from './refusal.ts'

/** Failure of a fetch. The message is meant for users; it never contains the address, which may contain keys. */
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
}

/** Message of a fetch that ended at a page with a password field. */
export const SIGN_IN_PAGE =
  'Вместо прайс-листа пришла страница входа: без имени и пароля сервер файла не даёт'

export const unruly = () => new FetchFailure('Сервер ответил не по правилам HTTP', true)
export const silent = (host: string, seconds: number) =>
  new FetchFailure(`Сервер ${host} молчал ${seconds} с`, true)

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Имя сервера не найдено',
  EAI_AGAIN: 'Имя сервера сейчас не определяется',
  ECONNREFUSED: 'Сервер не принимает соединения',
  ETIMEDOUT: 'Сервер не отвечает',
  EHOSTUNREACH: 'Сервер недоступен',
  ENETUNREACH: 'Сервер недоступен',
  EPROTO: 'Сервер не понял защищённое соединение',
  ERR_STREAM_PREMATURE_CLOSE: 'Файл пришёл не целиком: соединение оборвалось',
  ECONNRESET: 'Файл пришёл не целиком: соединение оборвалось',
  Z_BUF_ERROR: 'Файл пришёл не целиком: сжатие обрывается',
  Z_DATA_ERROR: 'Файл повреждён: его сжатие не читается',
}

/** Converts any error of a fetch into its failure in words. */
export function failureOf(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  const full = diskFull(error)
  if (full) return new FetchFailure(full.message, true)
  if (error instanceof SourceRefusal) return new FetchFailure(error.message, false)
  const { code = '' } = error as { code?: string }
  const known = REASONS[code.startsWith('ERR_SSL_') ? 'EPROTO' : code]
  if (known !== undefined) return new FetchFailure(known, true)
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS/.test(code)) {
    return new FetchFailure('Сертификату сервера нельзя доверять', true)
  }
  if (code.startsWith('HPE_')) return unruly()
  return new FetchFailure('Соединение с сервером не удалось', true)
}
