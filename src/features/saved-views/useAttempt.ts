import { useState } from 'react'
import { failureWords, isUnreachable } from '../../data/companion-calls.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'

const NO_NETWORK = 'Нужна сеть: «Мои отчёты» хранятся на сервере, и без него их не изменить.'

/** Returns the reason why a change of views failed, as text for the user. */
export const attemptWords = (error: unknown): string =>
  isUnreachable(error) ? NO_NETWORK : `${failureWords(error)}.`

/** Runs a person's change, and provides the reason if the last one failed. */
export function useAttempt() {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  return {
    busy,
    /** text for the user; null after success */
    problem,
    dismiss: () => setProblem(null),
    /** @returns whether it succeeded; false also while another one is running */
    async attempt(change: () => Promise<void>): Promise<boolean> {
      if (busy) return false
      setBusy(true)
      setProblem(null)
      try {
        await change()
        return true
      } catch (error) {
        log(`views: ${messageOf(error)}`)
        setProblem(attemptWords(error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
