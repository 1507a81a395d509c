import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { type LinkStatus, readMailStatus, readMessage } from '../../../contract/legacy/link-status.ts'
import { linkPath } from '../../../contract/notifications/channels.ts'
import { send } from '../../data/client.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { NotProvedError, sendProved } from '../../data/proof.ts'
import { storedToken } from '../../data/stored-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkAction, LinkSection, NOT_SIGNED_IN, useLinkStatus } from './LinkSection.tsx'

const PATH = linkPath('mail')
const WORDS = {
  checking: 'Проверяем статус Email...',
  linked: 'Уведомления приходят на ваш Email.',
  'not-linked': 'Привяжите Email, чтобы получать уведомления.',
  unknown: 'Не удалось проверить Email.',
} as const

const LABELS = { link: 'Привязать Email', unlink: 'Отвязать Email' } as const

/** Section with a button that links or unlinks an e-mail address (specification 3.6 and 3.7). */
export function EmailSection() {
  const { status, reread } = useLinkStatus(mailStatusQuery)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<MailOutcome | null>(null)
  const action = status === 'linked' ? 'unlink' : 'link'
  const toggle = async () => {
    if (storedToken() === null) return setOutcome(NOBODY)
    setBusy(true)
    setOutcome(null)
    setOutcome(await changeMail(action))
    await reread()
    setBusy(false)
  }
  return (
    <LinkSection
      icon="mail"
      title="Email"
      status={status}
      words={WORDS[status]}
      room={WORDS['not-linked']}
      action={
        <LinkAction room={LABELS.link}>
          {status !== 'checking' && (
            <Button
              variant={action === 'link' ? 'primary' : 'secondary'}
              disabled={busy}
              onClick={() => void toggle()}
            >
              {busy ? 'Выполняется...' : LABELS[action]}
            </Button>
          )}
        </LinkAction>
      }
    >
      {outcome?.detail && <p className="text-14 text-danger wrap-anywhere">{outcome.detail}</p>}
      {outcome && (
        <Alert tone={outcome.done ? 'success' : 'danger'} onDismiss={() => setOutcome(null)}>
          {outcome.alert}
        </Alert>
      )}
    </LinkSection>
  )
}

const NOBODY: MailOutcome = { done: false, alert: NOT_SIGNED_IN, detail: null }

const mailStatusQuery = queryOptions({
  queryKey: ['mail-status'],
  queryFn: ({ signal }) => fetchMailStatus(signal),
})

/** Fetches whether an e-mail address is linked; any failure counts as 'unknown' (specification 3.6). */
async function fetchMailStatus(signal: AbortSignal): Promise<LinkStatus> {
  try {
    const response = await send(PATH, { signal })
    if (response.status === 401) return 'not-linked'
    return response.ok ? readMailStatus(await response.text()) : 'unknown'
  } catch (error) {
    if (!signal.aborted) log(`e-mail status: ${messageOf(error)}`)
    return 'unknown'
  }
}

type MailAction = 'link' | 'unlink'

const ACTIONS = {
  link: { method: 'POST', done: 'Email привязан', failed: 'Привязка не удалась' },
  unlink: { method: 'DELETE', done: 'Email отвязан', failed: 'Отвязка не удалась' },
} as const satisfies Record<MailAction, object>

const UNREACHABLE = 'Операция не удалась'

interface MailOutcome {
  done: boolean
  alert: string
  /** additional text beside the button; null without one */
  detail: string | null
}

/** Links or unlinks the e-mail address and returns the result (specification 3.7). */
async function changeMail(action: MailAction): Promise<MailOutcome> {
  const { method, done, failed } = ACTIONS[action]
  try {
    const response = await sendProved(PATH, { method })
    const message = readMessage(await response.text())
    if (response.ok) return { done: true, alert: message ?? done, detail: null }
    return { done: false, alert: failed, detail: message ?? `HTTP ${response.status}` }
  } catch (error) {
    if (error instanceof NotProvedError) return { done: false, alert: error.message, detail: null }
    log(`e-mail ${action}: ${messageOf(error)}`)
    return { done: false, alert: UNREACHABLE, detail: null }
  }
}
