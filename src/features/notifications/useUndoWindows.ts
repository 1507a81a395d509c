import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { beforeSignOut } from '../../data/before-sign-out.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { storedToken, storedUsername } from '../../data/stored-session.ts'
import { notifyWorker } from '../../pwa/worker-channel.ts'
import { CHANGES, type NotificationChange } from './notification-changes.ts'

interface OpenChange {
  change: NotificationChange
  undo: UndoWindow
  /** user who made the change */
  username: string
}

export interface Undo {
  /** text about the last change; null if nothing can be undone */
  words: string | null
  /** undoes the last change */
  take(): void
}

/**
 * Delays changes while they can be undone. So that none is lost, they are sent early when the user leaves the page, the
 * connection is lost (the worker then queues them), the tab is hidden or closed, or the session ends.
 */
export function useUndoWindows(): { undo: Undo; open(change: NotificationChange): UndoWindow | undefined } {
  const opened = useRef<readonly OpenChange[]>([])
  const [latest, setLatest] = useState<OpenChange | undefined>()
  const keep = useCallback((changes: readonly OpenChange[]) => {
    opened.current = changes
    setLatest(changes.at(-1))
  }, [])

  const open = useCallback(
    (change: NotificationChange) => {
      if (!CHANGES[change.kind].undoable || !navigator.onLine) return undefined
      const undo = openUndoWindow()
      const one = { change, undo, username: storedUsername() }
      keep([...opened.current, one])
      void undo.end.then(() => keep(opened.current.filter((other) => other !== one)))
      return undo
    },
    [keep],
  )

  useEffect(() => {
    const send = () => {
      for (const { undo } of opened.current) undo.close('send')
    }
    const leave = () => {
      for (const one of opened.current) sendBeforeGoing(one, true)
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    const unregister = beforeSignOut(() => {
      // Sent without the worker, which deletes its queue when the session ends.
      for (const one of opened.current) sendBeforeGoing(one, false)
    })
    const over = new AbortController()
    const { signal } = over
    window.addEventListener('offline', send, { signal })
    window.addEventListener('pagehide', leave, { signal })
    // On a phone, a hidden tab may be closed without another event.
    document.addEventListener('visibilitychange', hide, { signal })
    return () => {
      unregister()
      over.abort()
      send()
    }
  }, [])

  const undo = useMemo(
    (): Undo => ({
      words: latest ? (CHANGES[latest.change.kind].undoable?.(latest.change.ids.length) ?? null) : null,
      take: () => latest?.undo.close('undone'),
    }),
    [latest],
  )
  return { undo, open }
}

/** Sends the change at once, because the page may be closed without running again. */
function sendBeforeGoing({ change: { kind, ids }, undo, username }: OpenChange, byWorker: boolean): void {
  // In another tab a different user has signed in, and the change must not be sent as that user's.
  if (storedUsername() !== username) {
    undo.close('undone')
    return
  }
  const { path, send } = CHANGES[kind]
  const token = storedToken()
  const actions = ids.map((id) => ({ path, id }))
  const handedOver = byWorker && token !== null && notifyWorker('send-for-page', { token, actions })
  if (!handedOver) {
    for (const id of ids) {
      send(id).catch((error: unknown) => log(`notifications, ${kind}: ${messageOf(error)}`))
    }
  }
  undo.close('sent')
}

/** Time in ms for which a change can be undone; the change is sent only after that. */
const UNDO_MS = 10_000

/** How a window ended: send the change now, it was already sent in another way, or it was undone. */
type WindowEnd = 'send' | 'sent' | 'undone'

export interface UndoWindow {
  end: Promise<WindowEnd>
  /** ends the window; calls after the first one have no effect */
  close(end: WindowEnd): void
}

function openUndoWindow(): UndoWindow {
  const { promise, resolve } = withResolvers<WindowEnd>()
  const timer = setTimeout(() => resolve('send'), UNDO_MS)
  return {
    end: promise,
    close(end) {
      clearTimeout(timer)
      resolve(end)
    },
  }
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
