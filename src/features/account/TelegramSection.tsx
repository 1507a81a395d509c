import { queryOptions } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type LinkStatus, readTelegramStatus, readUrl } from '../../../contract/legacy/link-status.ts'
import { linkPath } from '../../../contract/notifications/channels.ts'
import { jsonBody, send } from '../../data/client.ts'
import { httpErrorOf, messageOf, responseText } from '../../data/errors.ts'
import { sendProved } from '../../data/proof.ts'
import { storedToken } from '../../data/stored-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkAction, LinkSection, NOT_SIGNED_IN, useLinkStatus } from './LinkSection.tsx'

const PATH = linkPath('telegram')
const AUTHORIZE = 'Авторизироваться в Telegram'
const WORDS = {
  checking: 'Проверяем статус Telegram...',
  linked: 'Вы успешно авторизованы в Telegram.',
  'not-linked': 'Привяжите Telegram, чтобы получать уведомления.',
  unknown: 'Не удалось проверить Telegram.',
} as const

/** Section to link and unlink Telegram (specification 3.3 to 3.5). */
export function TelegramSection() {
  const telegram = useTelegram()
  const { status, busy } = telegram
  const buttons: Readonly<Record<keyof typeof WORDS, ReactNode>> = {
    checking: null,
    linked: (
      <Button disabled={busy !== null} onClick={() => void telegram.unlink()}>
        {busy === 'unlinking' ? 'Отвязываем...' : 'Отвязать Telegram'}
      </Button>
    ),
    'not-linked': (
      <Button variant="primary" disabled={busy !== null} onClick={() => void telegram.authorize()}>
        {busy === 'linking' ? 'Открываем Telegram...' : AUTHORIZE}
      </Button>
    ),
    unknown: <Button onClick={() => void telegram.check()}>Проверить ещё раз</Button>,
  }
  return (
    <LinkSection
      icon="send"
      title="Telegram"
      status={status}
      words={WORDS[status]}
      room={WORDS['not-linked']}
      action={<LinkAction room={AUTHORIZE}>{buttons[status]}</LinkAction>}
    >
      {telegram.checkProblem !== null && <Alert>{telegram.checkProblem}</Alert>}
      {telegram.problem !== null && <Alert onDismiss={telegram.dismiss}>{telegram.problem}</Alert>}
      {telegram.link !== null && (
        <Alert tone="info">
          Браузер не дал открыть вкладку.{' '}
          <a href={telegram.link} target="_blank" rel="noreferrer">
            Перейти в Telegram
          </a>
        </Alert>
      )}
    </LinkSection>
  )
}

type TelegramBusy = 'linking' | 'unlinking' | null

function useTelegram() {
  const { status, error, check, know } = useLinkStatus(telegramStatusQuery)
  const [busy, setBusy] = useState<TelegramBusy>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** link that is displayed if the browser blocked the tab; null otherwise */
  const [link, setLink] = useState<string | null>(null)
  const [tab, setTab] = useState<Window | null>(null)
  useTabClosed(tab, () => {
    setTab(null)
    void check()
  })

  const begin = (what: TelegramBusy): boolean => {
    const signedIn = storedToken() !== null
    setProblem(signedIn ? null : NOT_SIGNED_IN)
    setLink(null)
    if (signedIn) setBusy(what)
    return signedIn
  }

  const authorize = async () => {
    if (!begin('linking')) return
    // The tab is opened in the click handler, so that popup blockers allow it. Its URL is set when the link has loaded.
    let opened = window.open('', '_blank')
    let asked = false
    const answer = await requestTelegramLink(() => {
      // Closes the empty tab, which would cover the password dialog.
      opened?.close()
      asked = true
    })
    if (asked && 'link' in answer) opened = window.open('', '_blank')
    setBusy(null)
    if ('problem' in answer) {
      opened?.close()
      setProblem(answer.problem)
    } else if (opened === null) setLink(answer.link)
    else if (!opened.closed) {
      // Prevents the linked page from accessing this one.
      opened.opener = null
      opened.location.href = answer.link
      setTab(opened)
    }
  }

  const unlink = async () => {
    if (!begin('unlinking')) return
    const failure = await unlinkTelegram()
    if (failure === null) await know('not-linked')
    setProblem(failure)
    setBusy(null)
  }

  return {
    status,
    checkProblem: error && messageOf(error),
    busy,
    problem,
    link,
    check,
    authorize,
    unlink,
    dismiss: () => setProblem(null),
  }
}

const telegramStatusQuery = queryOptions({
  queryKey: ['telegram-status'],
  queryFn: ({ signal }) => fetchTelegramStatus(signal),
})

/** Fetches whether Telegram is linked. @throws an error with a message for the user */
async function fetchTelegramStatus(signal: AbortSignal): Promise<LinkStatus> {
  const response = await send(PATH, { signal })
  if (response.status === 401) return 'not-linked'
  if (!response.ok) throw new Error(`Ошибка проверки: ${response.status}`)
  return readTelegramStatus(await response.text())
}

/**
 * Requests the link with which the user connects Telegram to this account.
 * @param beforeAsking called before the user is asked for the password
 */
async function requestTelegramLink(
  beforeAsking?: () => void,
): Promise<{ link: string } | { problem: string }> {
  try {
    const call = { method: 'POST', ...jsonBody({}) }
    const response = await sendProved(PATH, call, beforeAsking)
    if (!response.ok) return { problem: await problemOf('Ошибка создания ссылки', response) }
    const named = [readUrl(await response.text()), response.headers.get('location')]
    const link = named.map(pageLink).find((found) => found !== null)
    return link ? { link } : { problem: 'Сервер не вернул ссылку авторизации.' }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Unlinks Telegram. @returns null on success, an error message for the user otherwise */
async function unlinkTelegram(): Promise<string | null> {
  try {
    const response = await sendProved(PATH, { method: 'DELETE' })
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

/** Polling interval in ms. A tab of another origin sends no event when it is closed (specification 3.4). */
const POLL_MS = 500

function useTabClosed(tab: Window | null, onClosed: () => void): void {
  const latest = useRef(onClosed)
  useEffect(() => {
    latest.current = onClosed
  })
  useEffect(() => {
    if (!tab) return
    const timer = setInterval(() => {
      if (!tab.closed) return
      clearInterval(timer)
      latest.current()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [tab])
}
