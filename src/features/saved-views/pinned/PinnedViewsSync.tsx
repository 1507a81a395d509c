import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  PINNED_VIEWS_FRESH_MS,
  PINNED_VIEWS_LOCK,
  PINNED_VIEWS_TAG,
} from '../../../../contract/worker/pinned-view.ts'
import { messageOf } from '../../../data/errors.ts'
import { log } from '../../../data/log.ts'
import { vehicleTypesQuery } from '../../../data/report-queries.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { onConnectionChange } from '../../../pwa/connection.ts'
import { requestPeriodicSync } from '../../../pwa/periodic-sync.ts'
import { useControlled } from '../../../pwa/useSavedState.ts'
import { onWorkerEvent } from '../../../pwa/worker-channel.ts'
import { useSession } from '../../../session/useSession.ts'
import { refetchLatestDay, useLatestDay } from '../../report-choice/latest-day.ts'
import { useViews } from '../useViews.ts'
import { requestedPin, setPinProgress } from './pins.ts'
import {
  type KeepRun,
  type PinRefreshOptions,
  refreshPinnedView,
  sendPinnedViews,
  unpin,
} from './refresh-pinned-view.ts'

export interface PinnedViewsSyncProps {
  keep: KeepRun
}

/** Keeps the pages of pinned views up to date for offline use, on every page (specification 18.6). */
export function PinnedViewsSync({ keep }: PinnedViewsSyncProps) {
  const pins = useStore(preferences.viewPins)
  const { offline } = useSession()
  const controlled = useControlled()
  const any = pins.length > 0
  useEffect(() => {
    if (controlled) void requestPeriodicSync(PINNED_VIEWS_TAG, any)
  }, [controlled, any])
  // Renders nothing and sends no requests if no view is pinned.
  return any && !offline && controlled ? <Keeper keep={keep} ids={pins.join()} /> : null
}

/** @param ids comma-separated ids of the pinned views */
function Keeper({ keep, ids }: PinnedViewsSyncProps & { ids: string }) {
  const queries = useQueryClient()
  const { views, known, offers } = useViews()
  const { latest } = useLatestDay(true)
  const [pushedAt, setPushedAt] = useState(0)

  useEffect(
    () =>
      onWorkerEvent((event) => {
        if (event.type !== 'push-shown' || event.test !== null) return
        void refetchLatestDay(queries).then(() => setPushedAt(event.at))
      }),
    [queries],
  )

  // Prefetches the vehicle types, which the report's form also needs offline.
  useEffect(() => void queries.prefetchQuery(vehicleTypesQuery), [queries])

  // Runs again when any of these values changes, because the views may then need other pages.
  useEffect(() => {
    if (!known || latest === undefined) return
    const leaving = new AbortController()
    const { signal } = leaving

    const keepOne = async (id: string, occasion: PinRefreshOptions) => {
      const view = views.find((one) => one.id === id)
      // The view was deleted, perhaps by another member of the team.
      if (!view) return unpin(id)
      try {
        await refreshPinnedView(view, { latest, offers }, occasion, keep, signal)
      } catch (error) {
        log(`view ${id} is not kept: ${messageOf(error)}`)
        setPinProgress(id, signal.aborted ? null : { kind: 'failed', words: `${messageOf(error)}.` })
      }
    }
    const keepEach = (some: readonly string[], occasion: PinRefreshOptions) =>
      void navigator.locks
        .request(PINNED_VIEWS_LOCK, { signal }, async () => {
          await sendPinnedViews(views, { latest, offers })
          for (const id of some) if (!signal.aborted) await keepOne(id, occasion)
        })
        // Aborted: the component was unmounted while another tab held the lock.
        .catch(() => undefined)
    const keepAll = () =>
      keepEach(ids.split(','), {
        since: Math.max(Date.now() - PINNED_VIEWS_FRESH_MS, pushedAt),
        wished: false,
      })

    keepAll()
    const stops = [
      onConnectionChange(keepAll),
      requestedPin.subscribe(() => {
        const requested = requestedPin.get()
        if (requested) keepEach([requested.id], { since: Date.now(), wished: true })
      }),
    ]
    return () => {
      leaving.abort()
      for (const stop of stops) stop()
    }
  }, [keep, ids, views, known, offers, latest, pushedAt])
  return null
}
