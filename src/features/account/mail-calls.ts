import { queryOptions } from '@tanstack/react-query'
import { type LinkStatus, readMailStatus, readMessage } from '../../../contract/legacy/link-status.ts'
import { SESSION_PATHS } from '../../../contract/paths.ts'
import { send } from '../../data/client.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { NotProvedError, sendProved } from '../../data/proof.ts'

export const mailStatusQuery = queryOptions({
  queryKey: ['mail-status'],
  queryFn: ({ signal }) => fetchMailStatus(signal),
})

/**
 * Fetches whether an e-mail address is linked. Any failure counts as 'unknown', because specification 3.6 has no text
 * for failures.
 */
async function fetchMailStatus(signal: AbortSignal): Promise<LinkStatus> {
  try {
    const response = await send(SESSION_PATHS.verifyMail, { signal })
    if (response.status === 401) return 'not-linked'
    return response.ok ? readMailStatus(await response.text()) : 'unknown'
  } catch (error) {
    if (!signal.aborted) log(`e-mail status: ${messageOf(error)}`)
    return 'unknown'
  }
}

export type MailAction = 'link' | 'unlink'

const ACTIONS = {
  link: { method: 'POST', done: 'Email привязан', failed: 'Привязка не удалась' },
  unlink: { method: 'DELETE', done: 'Email отвязан', failed: 'Отвязка не удалась' },
} as const satisfies Record<MailAction, object>

const UNREACHABLE = 'Операция не удалась'

export interface MailOutcome {
  done: boolean
  alert: string
  /** additional text beside the button; null without one */
  detail: string | null
}

/** Links or unlinks the e-mail address and returns the result (specification 3.7). */
export async function changeMail(action: MailAction): Promise<MailOutcome> {
  const { method, done, failed } = ACTIONS[action]
  try {
    const response = await sendProved(SESSION_PATHS.verifyMail, { method })
    const message = readMessage(await response.text())
    if (response.ok) return { done: true, alert: message ?? done, detail: null }
    return { done: false, alert: failed, detail: message ?? `HTTP ${response.status}` }
  } catch (error) {
    if (error instanceof NotProvedError) return { done: false, alert: error.message, detail: null }
    log(`e-mail ${action}: ${messageOf(error)}`)
    return { done: false, alert: UNREACHABLE, detail: null }
  }
}
