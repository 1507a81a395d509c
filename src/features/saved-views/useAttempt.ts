import { useState } from 'react'
import { failureWords, isUnreachable } from '../../data/companion-calls.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'

const NO_NETWORK = 'Нужна сеть: «Мои отчёты» хранятся на сервере, и без него их не изменить.'

/** Why a change of views failed, for the user. */
export const attemptWords = (error: unknown): string =>
  isUnreachable(error) ? NO_NETWORK : `${failureWords(error)}.`

/** A change at a person's wish, and why the last one failed. */
export function useAttempt() {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  return {
    busy,
    /** for the user; null after a success */
    problem,
    dismiss: () => setProblem(null),
    /** @returns whether it succeeded; false also while another one is under way */
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
