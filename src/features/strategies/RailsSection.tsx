import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { STRATEGY_LIMITS, type TeamLimits } from '../../../contract/strategies/strategy.ts'
import { STRATEGY_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/Field.tsx'
import { type FieldTable, problemsOf, useFields } from '../../ui/useFields.tsx'
import { limitProblem, numberText, typedNumber } from './strategy-draft.ts'
import { everyStrategy } from './strategy-queries.ts'
import { railWords } from './strategy-words.ts'

interface RailsSectionProps {
  rails: TeamLimits
  /** administrator who set them; '' for nobody */
  by: string
  isAdmin: boolean
}

/** Section with the limits that no strategy crosses; administrators change them (specification 19.10). */
export function RailsSection({ rails, by, isAdmin }: RailsSectionProps) {
  const [editing, setEditing] = useState(false)
  const [said, setSaid] = useState('')
  const words = railWords(rails)
  return (
    <section className="strategies-panel" aria-labelledby="rails-heading">
      <h2 id="rails-heading">Ограничения</h2>
      {editing ? (
        <RailsForm
          rails={rails}
          onEnd={(done) => {
            setEditing(false)
            setSaid(done ? 'Ограничения сохранены: они действуют уже на следующий расчёт.' : '')
          }}
        />
      ) : (
        <>
          {words.length === 0 ? (
            <p>Ограничений нет.{!isAdmin && ' Их задаёт администратор.'}</p>
          ) : (
            <ul className="rails-list">
              {words.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
          {by !== '' && <p className="strategies-more">Задал(а) {by}. Ни одна стратегия их не нарушит.</p>}
          <p className="strategies-done text-success" role="status">
            {said}
          </p>
          {isAdmin && (
            <div className="flex flex-wrap items-center gap-8">
              <Button onClick={() => setEditing(true)}>
                {words.length === 0 ? 'Задать ограничения' : 'Изменить ограничения'}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** Limits as typed; '' for none. */
interface RailsDraft {
  margin: string
  change: string
}

const SHARED = { inputMode: 'decimal', placeholder: 'без ограничения' } as const
const FIELDS: FieldTable<RailsDraft> = {
  margin: {
    ...SHARED,
    label: 'Наценка к себестоимости не меньше, %',
    problem: ({ margin }) => limitProblem(margin, STRATEGY_LIMITS.margin),
  },
  change: {
    ...SHARED,
    label: 'Изменение цены в день не больше, %',
    problem: ({ change }) => limitProblem(change, STRATEGY_LIMITS.change),
  },
}

function RailsForm({ rails, onEnd }: { rails: TeamLimits; onEnd(done: boolean): void }) {
  const queries = useQueryClient()
  const [form, setForm] = useState<RailsDraft>({
    margin: numberText(rails.margin),
    change: numberText(rails.change),
  })
  const [rrp, setRrp] = useState(rails.rrp)
  const [approval, setApproval] = useState(rails.approval)
  const { busy, problem, run, dismiss } = useAction()
  const onChange = (part: Partial<RailsDraft>) => setForm({ ...form, ...part })
  const field = useFields(FIELDS, { form, checked: true, onChange })
  const isWrong = Object.keys(problemsOf(FIELDS, form)).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong) return
    const [margin, change] = [typedNumber(form.margin), typedNumber(form.change)]
    void run(async () => {
      await call(STRATEGY_CALLS.setRails, { margin, change, rrp, approval })
      await queries.invalidateQueries(everyStrategy)
    }).then((done) => done && onEnd(true))
  }
  return (
    <form className="rails-form grid gap-12" onSubmit={submit} noValidate>
      <div className="strategy-pair grid grid-cols-2 items-start gap-12">
        {field('margin')}
        {field('change')}
      </div>
      <CheckField className="check strategy-tick text-14" checked={rrp} onChange={setRrp}>
        Розница никогда не ниже РРЦ
      </CheckField>
      <CheckField className="check strategy-tick text-14" checked={approval} onChange={setApproval}>
        Каждую стратегию согласует второй человек
      </CheckField>
      <p className="strategies-more">
        Когда меняются наценка, изменение в день или РРЦ, согласования всех стратегий снимаются.
      </p>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <div className="flex flex-wrap items-center gap-8">
        <Button type="submit" variant="primary" blocked={busy || isWrong}>
          {busy ? 'Подождите...' : 'Сохранить'}
        </Button>
        <Button onClick={() => onEnd(false)}>Отмена</Button>
      </div>
    </form>
  )
}
