import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

interface DialogProps {
  title: string
  children: ReactNode
  /** its buttons, the safe one first: it gets the focus */
  actions: ReactNode
  /** closed by Escape, or by the browser's own gesture */
  onClose(): void
}

/** A native modal dialog, open as long as it is there: the browser keeps the focus inside and gives it back. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed while it still is in the page, or the focus would not go back.
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
