import { Link } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { addedText } from './basket.ts'
import { lackText } from './rule-text.ts'
import type { AddedDecisions } from './useDecide.ts'

interface AddedDialogProps extends AddedDecisions {
  title: string
  onClose(): void
}

/** Dialog that says how many decisions were added, and leads to them. */
export function AddedDialog({ title, added, lacks, notes, onClose }: AddedDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Продолжить</Button>
          <Link className="button button-primary" to={ROUTES.decisions}>
            Открыть решения
          </Link>
        </>
      }
    >
      <p role="status">{[addedText(added), lackText(lacks), ...notes].filter(Boolean).join(' ')}</p>
    </Dialog>
  )
}
