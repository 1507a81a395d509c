import type { ReactNode } from 'react'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface AskDialogProps {
  title: string
  children: ReactNode
  agree: string
  /** performs the confirmed action; if it fails, the dialog displays the error */
  act(): Promise<void>
  onDone(): void
  onClose(): void
}

/** Confirmation before an action that cannot be undone. */
export function AskDialog({ title, children, agree, act, onDone, onClose }: AskDialogProps) {
  const { busy, problem, run } = useAction()
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
            onClick={() => void run(act).then((done) => done && onDone())}
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
