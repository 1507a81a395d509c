import { useAction } from '../../data/useAction.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/ConfirmDialog.tsx'

interface AskDialogProps extends Pick<ConfirmDialogProps, 'title' | 'children' | 'agree' | 'onClose'> {
  /** performs the confirmed action; if it fails, the dialog displays the error */
  act(): Promise<unknown>
  /** called once the action has succeeded; the parent then removes the dialog */
  onDone(): void
}

/** Confirmation that waits for its action, and stays open with the reason if it fails. */
export function AskDialog({ act, onDone, ...dialog }: AskDialogProps) {
  const { busy, problem, run } = useAction()
  const onAgree = () => void run(act).then((done) => done && onDone())
  return <ConfirmDialog {...dialog} busy={busy} problem={problem} onAgree={onAgree} />
}
