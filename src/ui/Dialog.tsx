import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  children: ReactNode
  /** its buttons, the safe one first, which gets the focus */
  actions: ReactNode
  /** called on Escape, or on the browser's own gesture */
  onClose(): void
}

/** A native modal dialog, open while mounted: the browser traps the focus and restores it. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  // The browser tells 'close' some time after the dialog has gone: a key pressed in between would open it only to be closed again.
  const leave = (event: SyntheticEvent) => {
    // A file picker within tells that nothing was picked by an event of the same name.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Close it while it is still in the document, or the focus would not be restored.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} className="dialog" aria-labelledby={id} onCancel={leave} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <div className="dialog-body">{children}</div>
      <div className="dialog-actions">{actions}</div>
    </dialog>
  )
}
