/** How long a change can be taken back: nothing of it is sent before. */
const UNDO_MS = 10_000

/** 'sent' where somebody else has sent it. */
type WindowEnd = 'send' | 'sent' | 'undone'

export interface UndoWindow {
  end: Promise<WindowEnd>
  /** Only the first end counts. */
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

/** Why a change came to nothing: it was taken back, or whose it is has gone before it was sent. */
export class UndoneError extends Error {
  override name = 'UndoneError'
}
