import { useState } from 'react'
import { failureWords } from '../../data/companion-calls.ts'

interface Call<Args extends unknown[]> {
  busy: boolean
  /** why the last one failed, for the user */
  problem: string | null
  dismiss(): void
  /** @returns whether it succeeded; false also while another one is under way */
  run(...args: Args): Promise<boolean>
}

/** A call made at a user's wish, one at a time. */
export function useCall<Args extends unknown[]>(call: (...args: Args) => Promise<void>): Call<Args> {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    busy,
    problem,
    dismiss: () => setProblem(null),
    async run(...args) {
      if (busy) return false
      setBusy(true)
      setProblem(null)
      try {
        await call(...args)
        return true
      } catch (error) {
        setProblem(failureWords(error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
