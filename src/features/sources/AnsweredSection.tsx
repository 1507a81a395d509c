import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { findingKeyText } from '../../../contract/sources/finding-keys.ts'
import type { Source } from '../../../contract/sources/source.ts'
import { SOURCE_CALLS } from '../../../contract/sources/source-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { everySource } from './source-queries.ts'
import { useNeighbourFocus } from './useNeighbourFocus.ts'

/** Section with the findings that a person has called right, each of which can be asked about again. */
export function AnsweredSection({ source: { id, answered = [] } }: { source: Source }) {
  const queries = useQueryClient()
  const heading = useId()
  const { busy, problem, dismiss, run } = useAction()
  const [asked, setAsked] = useState<{ key: string; at: number; isGone: boolean } | null>(null)
  const [list, leave] = useNeighbourFocus<HTMLUListElement>('button', 'h2')
  useEffect(() => {
    if (!asked || asked.isGone || answered.includes(asked.key)) return
    setAsked({ ...asked, isGone: true })
    leave(asked.at)
  }, [asked, answered, leave])
  // An emptied list stays, because the focus moves to its heading.
  if (answered.length === 0 && asked === null) return null
  const takeBack = (key: string, at: number) => {
    setAsked({ key, at, isGone: false })
    void run(async () => {
      await call(SOURCE_CALLS.askAgain, { id, key })
      await queries.invalidateQueries(everySource)
    })
  }
  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        Отмечено верным
      </h2>
      <p className="panel-words">
        {answered.length === 0
          ? 'Теперь спросим обо всём, что покажется необычным.'
          : 'Об этом загрузки больше не спрашивают, пока описание прайс-листа не изменят.'}
      </p>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <ul ref={list} className="findings gap-4 text-14">
        {answered.map((key, at) => (
          <li key={key} className="finding">
            <p>{findingKeyText(key)}</p>
            <Button
              variant="quiet"
              blocked={busy}
              aria-label={`Спрашивать снова: ${findingKeyText(key)}`}
              onClick={() => takeBack(key, at)}
            >
              {busy && key === asked?.key ? 'Подождите...' : 'Спрашивать снова'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
