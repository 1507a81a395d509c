import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CompanionFeature } from '../../../contract/companion.ts'
import type { SavedView } from '../../../contract/views/saved-view.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { deviceViews } from '../../data/device-views.ts'
import { useStore } from '../../lib/store.ts'
import { viewsQuery } from './view-queries.ts'
import { deviceStore, serverStore, type ViewStore } from './view-stores.ts'

const NO_OFFERS: readonly CompanionFeature[] = []

export interface Views {
  /** views in the order of the home page; views of this device that the server does not have yet come last */
  views: readonly SavedView[]
  store: ViewStore
  /** whether the server stores views and can share them with the team */
  shared: boolean
  /** whether the list is complete; false until the server has answered */
  known: boolean
  offers: readonly CompanionFeature[]
  /** reason why the server's views could not be loaded; null if they were */
  error: Error | null
}

/** Views of the signed-in user (specification, chapter 18). */
export function useViews(): Views {
  const queries = useQueryClient()
  const offers = useQuery(companionQuery).data?.offers
  const shared = offers?.includes('views') === true
  const { data, error } = useQuery({ ...viewsQuery, enabled: shared })
  const onDevice = useStore(deviceViews)
  const served = data?.views
  return useMemo(
    () => ({
      // Views that are not uploaded yet can be opened but not edited.
      views: shared
        ? [...(served ?? []), ...onDevice.filter((one) => !hasId(served, one.id)).map(waiting)]
        : onDevice,
      store: shared ? serverStore(queries) : deviceStore,
      shared,
      known: offers !== undefined && (!shared || served !== undefined),
      offers: offers ?? NO_OFFERS,
      error: served ? null : error,
    }),
    [queries, offers, shared, served, onDevice, error],
  )
}

const hasId = (views: readonly SavedView[] | undefined, id: string): boolean =>
  views?.some((view) => view.id === id) === true

const waiting = (view: SavedView): SavedView => ({ ...view, editable: false })
