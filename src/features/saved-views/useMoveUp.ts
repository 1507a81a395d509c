import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { deviceViews, storeDeviceViews } from '../../data/device-views.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { useStore } from '../../lib/store.ts'
import { useSession } from '../../session/useSession.ts'
import { refetchViews } from './server-store.ts'
import { createViews, viewsQuery } from './view-calls.ts'
import { viewProblem } from './view-text.ts'

/**
 * Uploads the views that only this device has (specification 18.4). They are removed from the device once the server
 * has confirmed all of them; until then, each attempt sends the same ones.
 * @param shared whether the server stores views
 * @returns the reason why they are still here, for the user, and a retry function
 */
export function useMoveUp(shared: boolean): { problem: string | null; retry(): void } {
  const queries = useQueryClient()
  const { offline } = useSession()
  const waiting = useStore(deviceViews)
  const [problem, setProblem] = useState<string | null>(null)
  const isDue = shared && !offline && waiting.length > 0

  const moveUp = useCallback(async () => {
    const sent = deviceViews.get()
    setProblem(null)
    try {
      await createViews(sent)
      // This order avoids a moment in which a view is in neither list, which would unmount its card and an open menu.
      await refetchViews(queries)
      const there = new Set(queries.getQueryData(viewsQuery.queryKey)?.views.map(({ id }) => id))
      storeDeviceViews(deviceViews.get().filter(({ id }) => !there.has(id)))
      if (sent.some(({ id }) => !there.has(id))) throw new Error('Список не удалось прочитать снова')
    } catch (error) {
      log(`views stay on the device: ${messageOf(error)}`)
      setProblem(viewProblem(error))
    }
  }, [queries])

  useEffect(() => {
    if (isDue) void moveUp()
  }, [isDue, moveUp])

  return { problem: isDue ? problem : null, retry: () => void moveUp() }
}
