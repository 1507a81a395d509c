import { queryOptions } from '@tanstack/react-query'
import { type LinkStatus, readTelegramStatus, readUrl } from '../../../contract/legacy/link-status.ts'
import { SESSION_PATHS } from '../../../contract/paths.ts'
import { jsonBody, send } from '../../data/client.ts'
import { httpErrorOf, messageOf, responseText } from '../../data/errors.ts'
import { sendProved } from '../../data/proof.ts'

export const telegramStatusQuery = queryOptions({
  queryKey: ['telegram-status'],
  queryFn: ({ signal }) => fetchTelegramStatus(signal),
})

/** Fetches whether Telegram is linked. @throws an error with a message for the user */
async function fetchTelegramStatus(signal: AbortSignal): Promise<LinkStatus> {
  const response = await send(SESSION_PATHS.verifyTelegram, { signal })
  if (response.status === 401) return 'not-linked'
  if (!response.ok) throw new Error(`Ошибка проверки: ${response.status}`)
  return readTelegramStatus(await response.text())
}

/**
 * Requests the link with which the user connects Telegram to this account.
 * @param beforeAsking called before the user is asked for the password
 */
export async function requestTelegramLink(
  beforeAsking?: () => void,
): Promise<{ link: string } | { problem: string }> {
  try {
    const call = { method: 'POST', ...jsonBody({}) }
    const response = await sendProved(SESSION_PATHS.verifyTelegram, call, beforeAsking)
    if (!response.ok) return { problem: await problemOf('Ошибка создания ссылки', response) }
    const named = [readUrl(await response.text()), response.headers.get('location')]
    const link = named.map(pageLink).find((found) => found !== null)
    return link ? { link } : { problem: 'Сервер не вернул ссылку авторизации.' }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Unlinks Telegram. @returns null on success, an error message for the user otherwise */
export async function unlinkTelegram(): Promise<string | null> {
  try {
    const response = await sendProved(SESSION_PATHS.verifyTelegram, { method: 'DELETE' })
    return response.ok ? null : await problemOf('Не удалось отвязать Telegram', response)
  } catch (error) {
    return messageOf(error)
  }
}

/**
 * Returns the link if it is a web page's; null for other schemes, such as javascript:, which could run code in the
 * opened tab.
 */
function pageLink(link: string | null): string | null {
  if (link === null) return null
  try {
    const { protocol, href } = new URL(link, window.location.origin)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

/** Returns an error message with the response's status and text. */
async function problemOf(what: string, response: Response): Promise<string> {
  const error = await httpErrorOf(response)
  return `${what}: ${error.status} ${responseText(error)}`.trim()
}
