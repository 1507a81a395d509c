import { useState } from 'react'
import { storedToken } from '../../data/stored-session.ts'
import { changeMail, type MailOutcome, mailStatusQuery } from './mail-calls.ts'
import { NOT_SIGNED_IN } from './not-signed-in.ts'
import { useLinkStatus } from './useLinkStatus.ts'

const NOBODY: MailOutcome = { done: false, alert: NOT_SIGNED_IN, detail: null }

/** Returns the state and the actions of the e-mail channel (specification 3.6 and 3.7). */
export function useEmail() {
  const { status, reread } = useLinkStatus(mailStatusQuery)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<MailOutcome | null>(null)
  const action = status === 'linked' ? 'unlink' : 'link'

  return {
    status,
    action,
    busy,
    outcome,
    dismiss: () => setOutcome(null),
    async toggle() {
      if (storedToken() === null) return setOutcome(NOBODY)
      setBusy(true)
      setOutcome(null)
      setOutcome(await changeMail(action))
      await reread()
      setBusy(false)
    },
  } as const
}
