import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { storedToken } from '../../data/stored-session.ts'
import { useAction } from '../../data/useAction.ts'
import { type PushStatus, pushStatus } from '../../pwa/push/push-status.ts'
import { type TestResult, type TestStep, testPush } from '../../pwa/push/push-test.ts'
import { turnPushOff, turnPushOn } from '../../pwa/push/subscription.ts'
import { NOT_SIGNED_IN } from './not-signed-in.ts'
import { useReturn } from './useReturn.ts'

/** Progress of a test message: the last step reached, and the result; both null if unknown. */
export interface PushTest {
  reached: TestStep | null
  result: TestResult | null
}

/** Returns the state of push notifications on this device, and functions to switch and test them. */
export function usePush() {
  const [status, setStatus] = useState<PushStatus | 'checking'>('checking')
  const { busy, problem, dismiss, run } = useAction({ words: messageOf })
  const [test, setTest] = useState<PushTest | null>(null)

  const reread = useCallback(async () => setStatus(await pushStatus().catch(() => 'off' as const)), [])
  useEffect(() => void reread(), [reread])
  // Checks again, because the user may have changed the browser's settings.
  useReturn(reread)

  const busyWith = (work: () => Promise<void>) =>
    run(async () => {
      if (storedToken() === null) throw new Error(NOT_SIGNED_IN)
      setTest(null)
      await work().finally(reread)
    })

  return {
    status,
    busy,
    problem,
    test,
    dismiss,
    toggle: () => busyWith(status === 'on' ? turnPushOff : turnPushOn),
    check: () =>
      busyWith(async () => {
        setTest({ reached: null, result: null })
        const result = await testPush((reached) => setTest({ reached, result: null }))
        setTest((walked) => ({ reached: walked?.reached ?? null, result }))
      }),
  }
}
