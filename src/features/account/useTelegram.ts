import { useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { storedToken } from '../../data/stored-session.ts'
import { NOT_SIGNED_IN } from './not-signed-in.ts'
import { requestTelegramLink, telegramStatusQuery, unlinkTelegram } from './telegram-calls.ts'
import { useLinkStatus } from './useLinkStatus.ts'
import { useTabClosed } from './useTabClosed.ts'

export type TelegramBusy = 'linking' | 'unlinking' | null

/** Returns the state and the actions of the Telegram channel (specification 3.3 to 3.5). */
export function useTelegram() {
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
