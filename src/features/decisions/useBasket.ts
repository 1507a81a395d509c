import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../session/useSession.ts'
import { basketOf } from './basket.ts'

/** Decisions of the signed-in person, with the reason if the last read or change failed. */
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
