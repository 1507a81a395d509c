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

/**
 * Returns the records of a page, each as a line of JSON.
 * @throws FetchFailure
 */
export function recordLines(answer: unknown, path: string): string[] {
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
