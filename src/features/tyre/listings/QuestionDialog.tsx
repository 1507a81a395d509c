import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

/** ListingQuestion before an action that other people notice. */
export interface ListingQuestion {
  title: string
  explanation: string
  /** words of the button that acts */
  answer: string
  act(): void
}

interface QuestionDialogProps {
  question: ListingQuestion
  onClose(): void
}

export function QuestionDialog({
  question: { title, explanation, answer, act },
  onClose,
}: QuestionDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              act()
            }}
          >
            {answer}
          </Button>
        </>
      }
    >
      <p>{explanation}</p>
    </Dialog>
  )
}
