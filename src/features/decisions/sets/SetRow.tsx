import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Decision } from '../../../../contract/decisions/decision.ts'
import type { DecisionSet, SetState } from '../../../../contract/decisions/set.ts'
import { DECISION_CALLS } from '../../../../contract/decisions/set-calls.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { call } from '../../../data/send-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { formatDay, formatMoment } from '../../../ui/format-moment.ts'
import { PRICES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import { fetchSet, setAdoptionQuery } from '../decision-queries.ts'

interface SetRowProps {
  set: DecisionSet
  /** whether the set can be published through an outlet (specification 24.7) */
  publishes: boolean
  onTake(decisions: readonly Decision[]): Promise<string>
  /** runs an action and displays its message, or an error message */
  onDo(work: () => Promise<string>): Promise<void>
  /** called when the set has been removed on the server and will disappear from the list */
  onRemove(): void
}

const STATE_NAMES: Readonly<Record<SetState, string>> = {
  draft: 'черновик',
  agreed: 'согласовано',
  exported: 'выгружено',
}

/** Transitions that are offered in each state of a set. */
const MOVES: Readonly<Record<SetState, readonly { to: SetState; name: string; done: string }[]>> = {
  draft: [{ to: 'agreed', name: 'Согласовать', done: 'согласован' }],
  agreed: [
    { to: 'exported', name: 'Отметить выгруженным', done: 'отмечен выгруженным' },
    { to: 'draft', name: 'Вернуть в черновик', done: 'возвращён в черновик' },
  ],
  exported: [],
}

/** List item of a set with its author, last change and actions. */
export function SetRow({ set, publishes, onTake, onDo, onRemove }: SetRowProps) {
  const { id, name, state, count, owner, own, changed_at: changedAt, changed_by: changedBy } = set
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])
  const buttons = useRef<HTMLDivElement>(null)
  const moving = useRef<SetState>(null)
  // The pressed button was replaced; the focus moves to the first button of the new state.
  useLayoutEffect(() => {
    const hasMoved = moving.current === state
    moving.current = null
    if (hasMoved && isFocusLost()) buttons.current?.querySelector('button')?.focus()
  }, [state])
  const act = async (work: () => Promise<string>) => {
    if (busy) return
    setBusy(true)
    await onDo(work)
    setBusy(false)
  }
  /**
   * Adds the set's prices to the decisions on this device.
   * @param places indexes of the prices to add; null for all
   */
  const take = async (places: readonly number[] | null) => {
    const all = await fetchSet(id, leaving.signal)
    if (leaving.signal.aborted) return ''
    const wanted = places === null ? all : places.flatMap((place) => all[place] ?? [])
    const words = await onTake(wanted)
    return words && `Набор «${name}». ${words}`
  }
  return (
    <li className="decision-set">
      <div>
        <b>{name}</b> <span className={`decision-state decision-state-${state}`}>{STATE_NAMES[state]}</span>
        <p>
          {[
            countText(count, PRICES),
            owner === '' ? '' : `автор ${owner}`,
            `изменён ${formatMoment(changedAt)}${changedBy === '' ? '' : `, ${changedBy}`}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {state === 'exported' && (
          <IntroducedLine id={id} busy={busy} onTake={(missing) => void act(() => take(missing))} />
        )}
      </div>
      <div ref={buttons} className="decision-set-actions flex flex-wrap gap-6">
        {MOVES[state].map(({ to, name: words, done }) => (
          <Button
            key={to}
            blocked={busy}
            onClick={() =>
              void act(async () => {
                await call(DECISION_CALLS.move, { id, from: state, to })
                moving.current = to
                return `Набор «${name}» ${done}.`
              })
            }
          >
            {words}
          </Button>
        ))}
        {publishes && state !== 'draft' && (
          <Link
            className="button button-secondary"
            to={`${ROUTES.outlets}?${new URLSearchParams({ set: String(id) })}`}
          >
            Опубликовать
          </Link>
        )}
        <Button blocked={busy} onClick={() => void act(() => take(null))}>
          Взять в работу
        </Button>
        {own && (
          <Button variant="quiet" blocked={busy} onClick={() => setAsking(true)}>
            Удалить
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={`Удалить набор «${name}»?`}
          agree="Удалить"
          cancel="Оставить"
          onAgree={() => {
            setAsking(false)
            void act(async () => {
              await call(DECISION_CALLS.remove, { id })
              onRemove()
              return `Набор «${name}» удалён.`
            })
          }}
          onClose={() => setAsking(false)}
        >
          <p>Он пропадёт у всей команды: {countText(count, PRICES)}.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

interface IntroducedLineProps {
  id: number
  busy: boolean
  /** @param missing indexes of the set's prices that were not adopted */
  onTake(missing: readonly number[]): void
}

/** Number of the set's prices that the own sites have adopted, and a button that decides the others again. */
function IntroducedLine({ id, busy, onTake }: IntroducedLineProps) {
  const { data, isError, refetch } = useQuery(setAdoptionQuery(id))
  if (isError) {
    return (
      <p>
        Сколько внедрено, узнать не удалось. <Button onClick={() => void refetch()}>Повторить</Button>
      </p>
    )
  }
  if (!data) return <p>Проверяем, сколько внедрено…</p>
  return (
    <p>
      {data.day === null
        ? 'Новых цен наших сайтов ещё нет.'
        : `Внедрено ${data.introduced} из ${data.of}, по ценам за ${formatDay(data.day)}.`}{' '}
      {data.missing.length > 0 && (
        <Button blocked={busy} onClick={() => onTake(data.missing)}>
          Взять невнедрённые: {data.missing.length}
        </Button>
      )}
    </p>
  )
}

/** Returns whether the focus was lost because the focused element was removed. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
