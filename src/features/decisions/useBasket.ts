import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../session/useSession.ts'
import { basketOf } from './basket.ts'

/** The signed-in person's decisions, and why the last read or change of them failed. */
export function useBasket() {
  const { username } = useSession()
  const basket = useMemo(() => basketOf(username), [username])
  useEffect(() => {
    void basket.load()
  }, [basket])
  const decisions = useSyncExternalStore(basket.subscribe, basket.read)
  const problem = useSyncExternalStore(basket.subscribe, basket.problem)
  return { basket, decisions, isLoaded: decisions !== undefined, problem }
}
