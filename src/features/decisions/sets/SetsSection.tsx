import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Decision } from '../../../../contract/decisions/decision.ts'
import { MAX_SET_NAME_LENGTH } from '../../../../contract/decisions/set.ts'
import { DECISION_CALLS } from '../../../../contract/decisions/set-calls.ts'
import { failureText } from '../../../data/companion-calls.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { call } from '../../../data/send-call.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { countText } from '../../../ui/plural.ts'
import { everySet, type NewSet, setsQuery } from '../decision-queries.ts'
import { isFocusLost, SetRow } from './SetRow.tsx'
import '../decisions.css'

interface SetsSectionProps {
  decisions: readonly Decision[]
  /**
   * adds a set's prices to the decisions on this device; @returns a message about the result, '' if they could not be
   * stored
   */
  onTake(decisions: readonly Decision[]): Promise<string>
}

/** Section with the team's sets. Renders nothing if the server does not store sets (specification 19.7). */
export function SetsSection(props: SetsSectionProps) {
  const offers = useQuery(companionQuery).data?.offers
  return (
    (offers?.includes('decisions') ?? false) && (
      <Sets {...props} publishes={offers?.includes('outlets') ?? false} />
    )
  )
}

const PRICES = ['цену', 'цены', 'цен'] as const

interface SetsProps extends SetsSectionProps {
  /** whether the server offers outlets to this user */
  publishes: boolean
}

function Sets({ decisions, onTake, publishes }: SetsProps) {
  const id = useId()
  const queries = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(setsQuery)
  const [name, setName] = useState('')
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { hash, state } = useLocation()
  // A strategy has saved a set and led here (specification 19.11).
  const isTarget = hash === '#sets'
  const [done, setDone] = useState(isTarget ? ((state as { said?: string } | null)?.said ?? '') : '')
  // Set that was sent without a confirmed answer. It is sent again with the same key, and the server saves it only
  // once.
  const sent = useRef<NewSet | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const removing = useRef<{ id: number; index: number }>(null)
  useEffect(() => {
    if (!isTarget) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'start' })
  }, [isTarget])
  // After a set's removal the focused button is gone; the focus moves to the next set, or to the heading without one.
  useLayoutEffect(() => {
    const removed = removing.current
    if (!removed || !data || data.some((set) => set.id === removed.id)) return
    removing.current = null
    if (!isFocusLost()) return
    const next = list.current?.children[removed.index]?.querySelector('button') ?? heading.current
    next?.focus()
  }, [data])
  const tell = async (work: () => Promise<string>) => {
    setProblem(null)
    setDone('')
    try {
      setDone(await work())
    } catch (failure) {
      setProblem(failureText(failure))
    }
    await queries.invalidateQueries(everySet)
  }
  const save = async () => {
    setSaving(true)
    await tell(async () => {
      const wanted = { name: name.trim(), decisions }
      const before = sent.current
      const isSame = before?.name === wanted.name && before.decisions === decisions
      const set = isSame ? before : { key: randomId(), ...wanted }
      sent.current = set
      await call(DECISION_CALLS.create, set)
      sent.current = null
      setName('')
      return `Набор «${set.name}» сохранён: его видит вся команда.`
    })
    setSaving(false)
  }
  return (
    <section className="decision-sets grid gap-10" aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        Наборы
      </h2>
      {decisions.length > 0 && (
        <form
          className="decision-set-form flex flex-wrap gap-8"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '' && !saving) void save()
          }}
        >
          <input
            className="input"
            aria-label="Название набора"
            placeholder="Например, «Зима, 23 ноября»"
            maxLength={MAX_SET_NAME_LENGTH}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" blocked={name.trim() === '' || saving}>
            {saving ? 'Сохранение...' : `Сохранить для команды ${countText(decisions.length, PRICES)}`}
          </Button>
        </form>
      )}
      {problem !== null && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
      <p className="text-success" role="status">
        {done}
      </p>
      {error && !data && (
        <Alert action={<Button onClick={() => void refetch()}>Повторить</Button>}>
          Не удалось загрузить наборы: {failureText(error)}
        </Alert>
      )}
      {!data && isFetching && <Loading text="Загрузка наборов..." />}
      {data?.length === 0 && (
        <p className="decision-sets-none">
          Наборов пока нет. Сохранённый набор видит вся команда: его согласуют, выгружают и на следующий день
          видят, сколько цен внедрено.
        </p>
      )}
      {data && data.length > 0 && (
        <ul ref={list} className="grid gap-8 list-none">
          {data.map((set, index) => (
            <SetRow
              key={set.id}
              set={set}
              publishes={publishes}
              onTake={onTake}
              onDo={tell}
              onRemove={() => {
                removing.current = { id: set.id, index }
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
