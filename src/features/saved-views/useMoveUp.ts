import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { deviceViews, storeDeviceViews } from '../../data/device-views.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { useStore } from '../../lib/store.ts'
import { useSession } from '../../session/useSession.ts'
import { refetchViews } from './server-store.ts'
import { createViews, viewsQuery } from './view-queries.ts'
import { viewProblem } from './view-text.ts'

/**
 * Uploads the views that are stored only on this device (specification 18.4). They are removed from the device once the
 * server's list contains them; until then, each attempt sends them again.
 * @param shared whether the server stores views
 * @returns the reason why the upload failed, as text for the user, and a function that retries
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
      // Refetches the server's list before removing the views from the device: if a view were in neither list for a
      // moment, its card and an open menu would be unmounted.
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
