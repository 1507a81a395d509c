import { ImportError } from '../errors.ts'

/** Russian descriptions of library errors about unreadable files. */
const ERROR_TEXTS: readonly [message: RegExp, text: string][] = [
  [/encrypt|password/i, 'защищён паролем, сохраните его без пароля'],
  [
    /compression method|multi-disk/i,
    'сжат способом, который не поддерживается, упакуйте его заново как обычный ZIP',
  ],
  [
    /relative path|absolute path|invalid characters in fileName/i,
    'содержит недопустимые имена файлов, упакуйте его заново',
  ],
]

/**
 * Converts a library's error, which is in English and about bytes, into an ImportError in Russian.
 * @param what the unreadable thing, such as 'Архив'
 * @param where end of the message in a terminal
 */
export function unreadableError(what: string, error: unknown, where = ''): ImportError {
  if (error instanceof ImportError) return error
  const message = error instanceof Error ? error.message : String(error)
  const [, text = 'повреждён или скачан не целиком, получите его заново'] =
    ERROR_TEXTS.find(([pattern]) => pattern.test(message)) ?? []
  return new ImportError(`${what} ${text}`, { where, cause: error })
}
