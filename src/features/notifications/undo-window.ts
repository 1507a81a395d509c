/** How long a change can be undone, during which nothing is sent. */
const UNDO_MS = 10_000

/** 'sent' if something else has sent it. */
type WindowEnd = 'send' | 'sent' | 'undone'

export interface UndoWindow {
  end: Promise<WindowEnd>
  /** Only the first call counts. */
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

/** A change was not made: it was undone, or its user left before it was sent. */
export class UndoneError extends Error {
  override name = 'UndoneError'
}
