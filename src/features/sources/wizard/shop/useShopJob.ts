import { useEffect, useRef, useState } from 'react'
import { SHOP_CALLS } from '../../../../../contract/pages/page-calls.ts'
import type { ShopJob } from '../../../../../contract/pages/shop-job.ts'
import { isUnreachable } from '../../../../data/companion-calls.ts'
import { call } from '../../../../data/send-call.ts'
import { useAction } from '../../../../data/useAction.ts'

const POLLING_MS = 1_000
/** Number of polls in a row that may fail to reach the server; a job goes on without its page. */
const MAX_LOST = 5

const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Polls a job until it is done.
 * @throws Error with the server's words if it failed, or an error of call
 */
async function finished(begun: ShopJob, onStep: (text: string) => void, signal: AbortSignal) {
  let job = begun
  let lost = 0
  while (job.state === 'running') {
    onStep(job.step)
    await pauseFor(POLLING_MS)
    signal.throwIfAborted()
    try {
      job = await call(SHOP_CALLS.job, { id: job.id }, signal)
      lost = 0
    } catch (error) {
      if (!isUnreachable(error) || ++lost > MAX_LOST) throw error
    }
  }
  if (job.state === 'failed') throw new Error(job.error)
  return job
}

/** Returns whether the focus is in an element that loses its controls. Safari focuses no clicked button. */
export const isFocusIn = (box: HTMLElement | null): boolean =>
  document.activeElement === document.body || (box?.contains(document.activeElement) ?? false)

/**
 * Returns the state of a job that reads a shop's pages on the server.
 * @param onDone called with the finished job
 */
export function useShopJob(onDone: (job: ShopJob) => void) {
  const { cancel, run, ...state } = useAction({ latest: true })
  const [step, setStep] = useState('')
  const [cancelled, setCancelled] = useState(false)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  }, [onDone])
  /** Starts a job and follows it, instead of the current one. */
  const follow = (start: () => Promise<ShopJob>) => {
    setCancelled(false)
    void run(async (signal) => {
      setStep('')
      const begun = await start()
      signal.throwIfAborted()
      const job = await finished(begun, setStep, signal)
      signal.throwIfAborted()
      done.current(job)
    })
  }
  return {
    ...state,
    /** part that is being read, in words */
    step,
    follow,
    /** whether the person stopped following the last job */
    cancelled,
    cancel: () => {
      setCancelled(true)
      cancel()
    },
  }
}
