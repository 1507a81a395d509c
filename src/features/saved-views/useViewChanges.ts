import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SavedView } from '../../../contract/views/saved-view.ts'
import { deviceViews, storeDeviceViews } from '../../data/device-views.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { useAction } from '../../data/useAction.ts'
import { preferences } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { useSession } from '../../session/useSession.ts'
import { addPin } from './pinned/pins.ts'
import { unpin } from './pinned/refresh-pinned-view.ts'
import type { Views } from './useViews.ts'
import { createViews, viewsQuery } from './view-queries.ts'
import { refetchViews } from './view-stores.ts'
import { VIEW_ACTION, viewProblem } from './view-text.ts'

/** View that was deleted last, and the order of all views before that. */
interface Removed {
  view: SavedView
  order: readonly string[]
}

/** Changes views on the home page (specification 18.3). @param section focused when a card is removed */
export function useViewChanges({ views, store }: Views, section: RefObject<HTMLElement | null>) {
  const { problem, run, dismiss } = useAction(VIEW_ACTION)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [said, setSaid] = useState('')
  const focused = useRef<string | null>(null)
  const order = views.map(({ id }) => id)

  // Focuses the moved card's button, because React moves the card in the document.
  useLayoutEffect(() => {
    if (focused.current === null) return
    section.current?.querySelector<HTMLElement>(`[data-view="${focused.current}"] button`)?.focus()
    focused.current = null
  })

  // After the last view is removed, the section is unmounted until the message with 'Вернуть' is displayed.
  useEffect(() => {
    if (removed) section.current?.focus()
  }, [removed, section])

  return {
    problem,
    dismiss,
    /** announcement for screen readers */
    said,
    /** deleted view that can be restored; null for none */
    removed: removed?.view ?? null,
    forgetRemoved: () => setRemoved(null),
    pin: (id: string) => void run(async () => addPin(id)),
    change: (view: SavedView) => void run(() => store.save(view)),
    /** @param by number of positions to move by; negative for earlier */
    async move({ id, name }: SavedView, by: number) {
      const place = order.indexOf(id) + by
      const others = order.filter((one) => one !== id)
      const done = await run(() => store.order(others.toSpliced(place, 0, id)))
      if (!done) return
      focused.current = id
      setSaid(`«${name}» — ${place + 1} из ${order.length}`)
    },
    async remove(view: SavedView) {
      if (!(await run(() => store.remove(view)))) return
      // Another person's view cannot be restored, because it would become the user's own.
      setRemoved(view.mine ? { view, order } : null)
      if (!view.mine) section.current?.focus()
      if (preferences.viewPins.get().includes(view.id)) await unpin(view.id)
    },
    async restore() {
      if (!removed) return
      const done = await run(async () => {
        await store.save({ ...removed.view, version: 0 })
        await store.order(removed.order)
      })
      if (!done) return
      setRemoved(null)
      focused.current = removed.view.id
    },
  }
}

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
