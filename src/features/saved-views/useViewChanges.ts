import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SavedView } from '../../../contract/views/saved-view.ts'
import { useAction } from '../../data/useAction.ts'
import { preferences } from '../../lib/preferences.ts'
import { unpin } from './pinned/keep-pinned.ts'
import { addPin } from './pinned/pins.ts'
import type { Views } from './useViews.ts'
import { VIEW_ACTION } from './view-text.ts'

/** Last deleted view, and the order that it belongs to. */
interface Removed {
  view: SavedView
  order: readonly string[]
}

/**
 * Changes of views on the home page (specification 18.3).
 * @param section element that gets the focus when a card is removed
 */
export function useViewChanges({ views, store }: Views, section: RefObject<HTMLElement | null>) {
  const { problem, run, dismiss } = useAction(VIEW_ACTION)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [said, setSaid] = useState('')
  const focused = useRef<string | null>(null)
  const order = views.map(({ id }) => id)

  // After a card has moved, the focus would stay at its old position.
  useLayoutEffect(() => {
    if (focused.current === null) return
    section.current?.querySelector<HTMLElement>(`[data-view="${focused.current}"] button`)?.focus()
    focused.current = null
  })

  // The section of the last view is unmounted for a moment, until there is something to restore.
  useEffect(() => {
    if (removed) section.current?.focus()
  }, [removed, section])

  return {
    problem,
    dismiss,
    /** announcement for screen readers */
    said,
    /** view that can be restored */
    removed: removed?.view ?? null,
    forgetRemoved: () => setRemoved(null),
    pin: (id: string) => void run(async () => addPin(id)),
    change: (view: SavedView) => void run(() => store.save(view)),
    /** @param by number of positions, negative for earlier */
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
      // Another person's view would be restored as one's own.
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
