import type { SavedView } from '../../../contract/views/saved-view.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface RemoveDialogProps {
  view: SavedView
  onAgree(): void
  onClose(): void
}

/** Confirmation before an administrator deletes another person's view, which cannot be undone. */
export function RemoveDialog({ view, onAgree, onClose }: RemoveDialogProps) {
  return (
    <Dialog
      title="Удалить вид команды?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" onClick={onAgree}>
            Удалить
          </Button>
        </>
      }
    >
      <p>
        «{view.name}» сохранил пользователь {view.owner}. Вид пропадёт у всей команды, вернуть его нельзя.
      </p>
    </Dialog>
  )
}
