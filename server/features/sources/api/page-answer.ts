import { isPage } from '../../../import/readers/html-tables.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'

/**
 * Parses an answer as JSON.
 * @throws FetchFailure, which quotes nothing of the answer: it may have secrets
 */
export function parseAnswer(text: string, host: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw isPage(text.slice(0, 1_024))
      ? new FetchFailure(`Вместо ответа API сервер ${host} прислал страницу (HTML)`, true)
      : new FetchFailure(`Сервер ${host} ответил не в JSON`, true)
  }
}

/** Returns the part of an answer at a path such as 'data.items'; undefined without it. */
export function answerPart(answer: unknown, path: string): unknown {
  let part = answer
  for (const name of path === '' ? [] : path.split('.')) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined
    part = (part as Record<string, unknown>)[name]
  }
  return part
}

/** Returns whether an answer with status 200 is an error, as those of GraphQL and of limits are. */
function isError(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const { error, errors, success } = answer as Record<string, unknown>
  const isFilled = Array.isArray(errors) ? errors.length > 0 : Boolean(errors)
  return Boolean(error) || isFilled || success === false
}

/**
 * Returns the records of a page, each as a line of JSON.
 * @throws FetchFailure
 */
export function recordLines(answer: unknown, path: string): string[] {
  if (isError(answer)) throw new FetchFailure('Поставщик вместо записей сообщил об ошибке', true)
  const records = answerPart(answer, path)
  // Servers that have no more records may send null.
  if (records === null) return []
  if (!Array.isArray(records)) {
    throw new FetchFailure(
      path === '' ? 'Ответ API — не массив записей: укажите, где они' : `В ответе API нет массива «${path}»`,
      false,
    )
  }
  try {
    return records.map((record) => JSON.stringify(record))
  } catch {
    throw new FetchFailure('Записи в ответе API вложены слишком глубоко', false)
  }
}
