import { useCallback, useEffect, useRef, useState } from 'react'
import { failureText } from './companion-calls.ts'

interface ActionOptions {
  /** returns the reason of a failure, as text for the user */
  words?(error: unknown): string
  /** whether a new run aborts the one in progress; by default it is ignored instead */
  latest?: boolean
}

interface Action {
  busy: boolean
  /** reason of the last failure, as text for the user */
  problem: string | null
  dismiss(): void
  /** aborts the run in progress */
  cancel(): void
  /** Runs the work, until another run or unmounting aborts it. @returns whether it succeeded and was not ignored */
  run(work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean>
}

/** Returns the state of an action that a user started: whether it is running, and why it failed. */
export function useAction({ words = failureText, latest = false }: ActionOptions = {}): Action {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const cancel = useCallback(() => {
    current.current?.abort()
    current.current = null
    setBusy(false)
  }, [])

  const run = useCallback<Action['run']>(
    async (work) => {
      if (current.current && !latest) return false
      current.current?.abort()
      const own = new AbortController()
      current.current = own
      setBusy(true)
      setProblem(null)
      try {
        await work(own.signal)
        return true
      } catch (error) {
        if (!own.signal.aborted) setProblem(words(error))
        return false
      } finally {
        if (current.current === own) {
          current.current = null
          setBusy(false)
        }
      }
    },
    [words, latest],
  )
  const dismiss = useCallback(() => setProblem(null), [])
  return { busy, problem, dismiss, cancel, run }
}
