import { Refusal } from '../../platform/refusal.ts'
import { connectionFailure, FetchFailure } from '../../platform/remote/fetch-failure.ts'
import { diskFull } from './files.ts'

/** Message of a fetch that ended at a page with a password field. */
export const SIGN_IN_PAGE =
  'Вместо прайс-листа пришла страница входа: без имени и пароля сервер файла не даёт'

export const unruly = () => new FetchFailure('Сервер ответил не по правилам HTTP', true)

const REASONS: Readonly<Record<string, string>> = {
  ERR_STREAM_PREMATURE_CLOSE: 'Файл пришёл не целиком: соединение оборвалось',
  ECONNRESET: 'Файл пришёл не целиком: соединение оборвалось',
  Z_BUF_ERROR: 'Файл пришёл не целиком: сжатие обрывается',
  Z_DATA_ERROR: 'Файл повреждён: его сжатие не читается',
}

/** Converts any error of a fetch into its failure in words. */
export function failureOf(error: unknown): FetchFailure {
  const full = diskFull(error)
  if (full) return new FetchFailure(full.message, true)
  if (error instanceof Refusal) return new FetchFailure(error.message, false)
  const failed = connectionFailure(error)
  if (failed) return failed
  const { code = '' } = error as { code?: string }
  const known = REASONS[code]
  if (known !== undefined) return new FetchFailure(known, true)
  if (code.startsWith('HPE_')) return unruly()
  return new FetchFailure('Соединение с сервером не удалось', true)
}
