import { useEffect, useMemo } from 'react'
import { useStore } from '../../lib/store.ts'
import { useSession } from '../../session/useSession.ts'
import { basketOf } from './basket.ts'

/** Returns the signed-in user's basket and its state. */
export function useBasket() {
  const { username } = useSession()
  const basket = useMemo(() => basketOf(username), [username])
  useEffect(() => {
    void basket.load()
  }, [basket])
  return { basket, ...useStore(basket.state) }
}
