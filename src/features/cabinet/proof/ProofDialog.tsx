import { type FormEvent, useId, useRef } from 'react'
import { confirmPassword } from '../../../data/proof.ts'
import { useAction } from '../../../data/useAction.ts'
import { useSession } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'

interface ProofDialogProps {
  onProved(): void
  onDecline(): void
}

/** Dialog 'Подтвердите паролем', which asks for the password (specification 11.4). */
export function ProofDialog({ onProved, onDecline }: ProofDialogProps) {
  const { username } = useSession()
  const { busy, problem, run } = useAction()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (await run(() => confirmPassword(input.current?.value ?? ''))) onProved()
    else input.current?.select()
  }
  return (
    <Dialog
      title="Подтвердите паролем"
      onClose={onDecline}
      actions={
        <>
          <Button onClick={onDecline}>Отмена</Button>
          <Button type="submit" form={id} variant="primary" blocked={busy}>
            Подтвердить
          </Button>
        </>
      }
    >
      <p>Это важное действие, поэтому введите пароль ещё раз.</p>
      <form id={id} onSubmit={submit} noValidate>
        {/* Names the account for password managers. */}
        <input hidden name="username" autoComplete="username" defaultValue={username} />
        <PasswordField input={input} problem={problem} />
      </form>
    </Dialog>
  )
}
