import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Postpones an action until its inputs are known; unmounting cancels it.
 * @returns the action to call, and whether it has been called and is waiting
 */
export function useOnceReady(isReady: boolean, action: () => void): { run(): void; isWaiting: boolean } {
  const [isWaiting, setWaiting] = useState(false)
  const perform = useEffectEvent(action)
  useEffect(() => {
    if (!isWaiting || !isReady) return
    setWaiting(false)
    perform()
  }, [isWaiting, isReady])
  return { run: () => (isReady ? action() : setWaiting(true)), isWaiting }
}
