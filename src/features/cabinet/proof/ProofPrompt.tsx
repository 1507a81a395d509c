import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NOTHING_OFFERED } from '../../../../contract/companion.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { onProofNeeded, type Proof } from '../../../data/proof.ts'
import { ProofDialog } from './ProofDialog.tsx'

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
