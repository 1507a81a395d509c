import { useCallback, useEffect, useRef, useState } from 'react'
import { failureWords } from '../../../data/companion-calls.ts'

/** Runs work for a user action; a later action, or leaving the page, aborts it. */
export function useTask() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const going = useRef<AbortController | null>(null)
  useEffect(() => () => going.current?.abort(), [])

  const run = useCallback(async (work: (signal: AbortSignal) => Promise<void>) => {
    going.current?.abort()
    const own = new AbortController()
    going.current = own
    setBusy(true)
    setProblem(null)
    try {
      await work(own.signal)
    } catch (error) {
      if (!own.signal.aborted) setProblem(failureWords(error))
    } finally {
      if (!own.signal.aborted) setBusy(false)
    }
  }, [])
  return { busy, problem, run, dismiss: () => setProblem(null) }
}
