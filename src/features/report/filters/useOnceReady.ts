import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Postpones an action until what it depends on is known; a component that unmounts before never performs it.
 * @returns the action to call, and whether it has been called and waits
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
