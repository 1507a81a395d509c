import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  children: ReactNode
  /** buttons; the first one should be the harmless one, because it gets the focus */
  actions: ReactNode
  /** called when the user closes the dialog by Escape or by a gesture of the browser */
  onClose(): void
}

/** Native modal dialog that is open while it is mounted. The browser traps the focus and restores it afterwards. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closes the dialog before it is removed from the document: the browser would otherwise not restore the focus.
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
