import type { ReactNode } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCall } from '../cabinet/useCall.ts'

interface AskDialogProps {
  title: string
  children: ReactNode
  agree: string
  /** what is agreed to; a failure is told in the dialog */
  act(): Promise<void>
  onDone(): void
  onClose(): void
}

/** Asks before something that cannot be taken back. */
export function AskDialog({ title, children, agree, act, onDone, onClose }: AskDialogProps) {
  const { busy, problem, run } = useCall(act)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            variant="primary"
            blocked={busy}
            onClick={() => void run().then((done) => done && onDone())}
          >
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
