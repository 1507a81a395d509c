import { queryOptions } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type LinkStatus, readTelegramStatus, readUrl } from '../../../contract/legacy/link-status.ts'
import { linkPath } from '../../../contract/notifications/channels.ts'
import { jsonBody, send } from '../../data/client.ts'
import { httpErrorOf, messageOf, responseText } from '../../data/errors.ts'
import { sendProved } from '../../data/proof.ts'
import { storedToken } from '../../data/stored-session.ts'
import { useAction } from '../../data/useAction.ts'
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
  const { status, error, check, know } = useLinkStatus(telegramStatusQuery)
  const { busy, problem, dismiss, run } = useAction({ words: messageOf })
  /** link that is displayed if the browser blocked the tab; null otherwise */
  const [link, setLink] = useState<string | null>(null)
  const [tab, setTab] = useState<Window | null>(null)
  useTabClosed(tab, () => {
    setTab(null)
    void check()
  })
  const begin = (work: () => Promise<void>) =>
    void run(async () => {
      setLink(null)
      if (storedToken() === null) throw new Error(NOT_SIGNED_IN)
      await work()
    })
  const authorize = async () => {
    // The tab is opened in the click handler, so that popup blockers allow it. Its URL is set when the link has loaded.
    let opened = window.open('', '_blank')
    let asked = false
    try {
      const found = await requestTelegramLink(() => {
        // Closes the empty tab, which would cover the password dialog.
        opened?.close()
        asked = true
      })
      if (asked) opened = window.open('', '_blank')
      if (opened === null) setLink(found)
      else if (!opened.closed) {
        // Prevents the linked page from accessing this one.
        opened.opener = null
        opened.location.href = found
        setTab(opened)
      }
    } catch (failure) {
      opened?.close()
      throw failure
    }
  }
  const unlink = async () => {
    await unlinkTelegram()
    await know('not-linked')
  }
  const buttons: Readonly<Record<keyof typeof WORDS, ReactNode>> = {
    checking: null,
    linked: (
      <Button disabled={busy} onClick={() => begin(unlink)}>
        {busy ? 'Отвязываем...' : 'Отвязать Telegram'}
      </Button>
    ),
    'not-linked': (
      <Button variant="primary" disabled={busy} onClick={() => begin(authorize)}>
        {busy ? 'Открываем Telegram...' : AUTHORIZE}
      </Button>
    ),
    unknown: <Button onClick={() => void check()}>Проверить ещё раз</Button>,
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
      {error && <Alert>{messageOf(error)}</Alert>}
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      {link !== null && (
        <Alert tone="info">
          Браузер не дал открыть вкладку.{' '}
          <a href={link} target="_blank" rel="noreferrer">
            Перейти в Telegram
          </a>
        </Alert>
      )}
    </LinkSection>
  )
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
 * @throws an error with a message for the user
 */
async function requestTelegramLink(beforeAsking: () => void): Promise<string> {
  const response = await sendProved(PATH, { method: 'POST', ...jsonBody({}) }, beforeAsking)
  if (!response.ok) throw await problemOf('Ошибка создания ссылки', response)
  const named = [readUrl(await response.text()), response.headers.get('location')]
  const link = named.map(pageLink).find((found) => found !== null)
  if (!link) throw new Error('Сервер не вернул ссылку авторизации.')
  return link
}

/** @throws an error with a message for the user */
async function unlinkTelegram(): Promise<void> {
  const response = await sendProved(PATH, { method: 'DELETE' })
  if (!response.ok) throw await problemOf('Не удалось отвязать Telegram', response)
}

/** Returns the link of a web page; null for other schemes, such as javascript:, which could run code. */
function pageLink(link: string | null): string | null {
  if (link === null) return null
  try {
    const { protocol, href } = new URL(link, window.location.origin)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

/** Returns an error whose message has the response's status and text. */
async function problemOf(what: string, response: Response): Promise<Error> {
  const error = await httpErrorOf(response)
  return new Error(`${what}: ${error.status} ${responseText(error)}`.trim())
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
