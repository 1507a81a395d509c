import type { Virtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { Notification } from '../../../contract/legacy/notifications.ts'

interface ListFocusOptions {
  scroller: RefObject<HTMLElement | null>
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>
  items: readonly Notification[]
  indexes: ReadonlyMap<string, number>
  linked: LinkedNotification | null
}

interface ListFocus {
  onKeyDown(event: KeyboardEvent): void
  /**
   * moves the focus away from the pressed button, which will disappear: to its item, or to a neighbouring item if the
   * item disappears as well
   */
  moveOn(id: string, stays: boolean): void
}

const TARGETS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Manages the focus in the virtualised list. */
export function useListFocus({ scroller, virtualizer, items, indexes, linked }: ListFocusOptions): ListFocus {
  const wanted = useRef<string | null>(null)

  const settle = useCallback(() => {
    const index = indexes.get(wanted.current ?? '')
    if (index === undefined) return
    const toggle = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [aria-expanded]`)
    if (!toggle) return
    wanted.current = null
    toggle.focus({ preventScroll: true })
  }, [scroller, indexes])

  // Focuses the target after each render: it may be rendered only after the list has scrolled to it.
  useLayoutEffect(settle)

  const go = useCallback(
    (index: number, align: 'auto' | 'start') => {
      const id = items[index]?.id
      if (id === undefined) return
      wanted.current = id
      virtualizer.scrollToIndex(index, { align })
      settle()
    },
    [items, virtualizer, settle],
  )

  const linkedIndex = linked ? indexes.get(linked.id) : undefined
  const followed = useRef('')
  useEffect(() => {
    if (!linked || linkedIndex === undefined || followed.current === linked.visit) return
    followed.current = linked.visit
    go(linkedIndex, 'start')
  }, [linked, linkedIndex, go])

  return {
    onKeyDown(event) {
      const target = event.target as HTMLElement
      const index = indexes.get(target.closest('li')?.dataset.id ?? '')
      const next = TARGETS[event.key]
      if (!target.matches('[aria-expanded]') || index === undefined || !next) return
      event.preventDefault()
      go(next(index, items.length - 1), 'auto')
    },
    moveOn: useCallback(
      (id, stays) => {
        const index = indexes.get(id)
        if (index === undefined) return
        const neighbour = index + 1 < items.length ? index + 1 : index - 1
        go(stays ? index : neighbour, 'auto')
      },
      [indexes, items, go],
    ),
  }
}

/** Notification named in the URL, for example /profile/notifications?id=5. */
export interface LinkedNotification {
  id: string
  /** key of the navigation; it differs if the same link is followed again */
  visit: string
}

export function useLinkedNotification(): LinkedNotification | null {
  const [query] = useSearchParams()
  const { key: visit } = useLocation()
  const id = query.get('id')?.trim() ?? ''
  return useMemo(() => (id === '' ? null : { id, visit }), [id, visit])
}
