/** Time in ms for which a change can be undone; nothing is sent before it ends. */
const UNDO_MS = 10_000

/** 'sent' if the change was sent in another way. */
type WindowEnd = 'send' | 'sent' | 'undone'

export interface UndoWindow {
  end: Promise<WindowEnd>
  /** ends the window; only the first call counts */
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

/** Error of a change that was not made: it was undone, or its user left before it was sent. */
export class UndoneError extends Error {
  override name = 'UndoneError'
}
