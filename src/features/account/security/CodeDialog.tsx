import { type FormEvent, useId, useRef } from 'react'
import { useAction } from '../../../data/useAction.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ConfirmCodeField } from './CodeField.tsx'

interface CodeDialogProps {
  title: string
  words: string
  /** label of the button that confirms */
  agree: string
  /** performs the action with the code; if it throws, the error's text is displayed at the field */
  call(code: string): Promise<void>
  onClose(): void
}

/** Dialog that asks for a code before an action that weakens the second factor (specification 11.7). */
export function CodeDialog({ title, words, agree, call, onClose }: CodeDialogProps) {
  const { busy, problem, run } = useAction()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !(await run(() => call(input.current?.value ?? '')))) input.current?.select()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={id} variant="primary" blocked={busy}>
            {agree}
          </Button>
        </>
      }
    >
      <p>{words}</p>
      <form id={id} onSubmit={submit} noValidate>
        <ConfirmCodeField
          label="Код из приложения или резервный код"
          input={input}
          problem={problem}
          inputMode="text"
        />
      </form>
    </Dialog>
  )
}
