import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { NOTHING_OFFERED } from '../../../../contract/companion.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { confirmPassword, onProofNeeded, type Proof } from '../../../data/proof.ts'
import { useAction } from '../../../data/useAction.ts'
import { useSession } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'

interface Question {
  answered: Promise<Proof>
  answer(proof: Proof): void
}

/** Asks for the password in a dialog when a request needs a recent proof of it (specification 11.4). */
export function ProofPrompt() {
  const queries = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)

  useEffect(() => {
    // Concurrent requests share one dialog.
    let open: Question | null = null
    const ask = (): Question => {
      let resolve: (proof: Proof) => void = () => undefined
      const answered = new Promise<Proof>((given) => {
        resolve = given
      })
      const asked: Question = {
        answered,
        answer(proof) {
          // Closing the dialog calls back a second time, which is ignored.
          if (open !== asked) return
          open = null
          setQuestion(null)
          resolve(proof)
        },
      }
      setQuestion(asked)
      return asked
    }
    const takeBack = onProofNeeded(async () => {
      const { offers } = await queries.ensureQueryData(companionQuery).catch(() => NOTHING_OFFERED)
      if (!offers.includes('security')) return 'unavailable'
      open ??= ask()
      return open.answered
    })
    return () => {
      takeBack()
      open?.answer('declined')
    }
  }, [queries])

  if (question === null) return null
  return (
    <ProofDialog onProved={() => question.answer('proved')} onDecline={() => question.answer('declined')} />
  )
}

/** Dialog 'Подтвердите паролем', which asks for the password (specification 11.4). */
function ProofDialog({ onProved, onDecline }: { onProved(): void; onDecline(): void }) {
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
