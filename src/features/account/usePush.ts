import { useCallback, useEffect, useState } from 'react'
import { storedToken } from '../../data/stored-session.ts'
import { type PushStatus, pushStatus } from '../../pwa/push/push-status.ts'
import { type TestResult, type TestStep, testPush } from '../../pwa/push/push-test.ts'
import { turnPushOff, turnPushOn } from '../../pwa/push/subscription.ts'
import { NOT_SIGNED_IN } from './not-signed-in.ts'
import { useReturn } from './useReturn.ts'

/** Progress of a test message: the steps completed, and the result. */
export interface PushTest {
  reached: TestStep | null
  result: TestResult | null
}

/** Push on this device: its state, the switch and the test. */
export function usePush() {
  const [status, setStatus] = useState<PushStatus | 'checking'>('checking')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [test, setTest] = useState<PushTest | null>(null)

  const reread = useCallback(async () => setStatus(await pushStatus().catch(() => 'off' as const)), [])
  useEffect(() => void reread(), [reread])
  // The user may have changed the browser's settings.
  useReturn(reread)

  const busyWith = async (work: () => Promise<void>) => {
    if (storedToken() === null) return setProblem(NOT_SIGNED_IN)
    setBusy(true)
    setProblem(null)
    setTest(null)
    try {
      await work()
    } catch (error) {
      setProblem((error as Error).message)
    }
    await reread()
    setBusy(false)
  }

  return {
    status,
    busy,
    problem,
    test,
    dismiss: () => setProblem(null),
    toggle: () => busyWith(status === 'on' ? turnPushOff : turnPushOn),
    check: () =>
      busyWith(async () => {
        setTest({ reached: null, result: null })
        const result = await testPush((reached) => setTest({ reached, result: null }))
        setTest((walked) => ({ reached: walked?.reached ?? null, result }))
      }),
  }
}
