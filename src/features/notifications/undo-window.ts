/** Time in ms for which a change can be undone; the change is sent only after that. */
const UNDO_MS = 10_000

/** How a window ended: send the change now, it was already sent in another way, or it was undone. */
type WindowEnd = 'send' | 'sent' | 'undone'

export interface UndoWindow {
  end: Promise<WindowEnd>
  /** ends the window; calls after the first one have no effect */
  close(end: WindowEnd): void
}

export function openUndoWindow(): UndoWindow {
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
