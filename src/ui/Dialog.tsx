import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  children: ReactNode
  /** buttons, the safe one first, which gets the focus */
  actions: ReactNode
  /** called on Escape, or on the browser's own gesture */
  onClose(): void
}

/** A native modal dialog, open while mounted: the browser traps the focus and restores it. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // The dialog is closed while it is still in the document; otherwise the focus would not be restored.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <div className="dialog-body">{children}</div>
      <div className="dialog-actions">{actions}</div>
    </dialog>
  )
}
