import { useState } from 'react'
import { failureWords } from '../../data/companion-calls.ts'

interface Call<Args extends unknown[]> {
  busy: boolean
  /** reason of the last failure, as text for the user */
  problem: string | null
  dismiss(): void
  /** @returns whether the call succeeded; false also while another one is running */
  run(...args: Args): Promise<boolean>
}

/** Runs a call for a user action, one at a time. */
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
