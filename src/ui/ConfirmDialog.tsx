import type { ReactNode } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** text of the button that confirms */
  agree: string
  /** text of the button that closes the dialog */
  cancel?: string
  /** whether the confirmed action is running; the dialog stays open until its parent closes it */
  busy?: boolean
  /** reason why the action failed, as text for the user; null if it did not */
  problem?: string | null
  onAgree(): void
  onClose(): void
}

/** Confirmation before an action that other people notice or that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, agree, cancel = 'Отмена', busy = false, problem = null, onAgree, onClose } = props
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button variant="primary" blocked={busy} onClick={onAgree}>
            {busy ? 'Подождите...' : agree}
          </Button>
        </>
      }
    >
      {children}
      {problem !== null && <Alert>{problem}</Alert>}
    </Dialog>
  )
}
