import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { finiteNumber } from '../../../contract/legacy/values.ts'
import { STRATEGY_LIMITS, type StrategyRails } from '../../../contract/strategies/strategy.ts'
import { STRATEGY_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckField, TextField } from '../../ui/Field.tsx'
import { everyStrategy } from './strategy-queries.ts'
import { railWords } from './strategy-words.ts'

interface RailsSectionProps {
  rails: StrategyRails
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

const numberOf = (text: string): number | null => finiteNumber(text.replace('−', '-'))

function RailsForm({ rails, onEnd }: { rails: StrategyRails; onEnd(done: boolean): void }) {
  const queries = useQueryClient()
  const [margin, setMargin] = useState(rails.margin === null ? '' : String(rails.margin))
  const [change, setChange] = useState(rails.change === null ? '' : String(rails.change))
  const [rrp, setRrp] = useState(rails.rrp)
  const [approval, setApproval] = useState(rails.approval)
  const { busy, problem, run, dismiss } = useAction()
  const fields = [
    { name: 'margin', label: 'Наценка к себестоимости не меньше, %', value: margin, set: setMargin },
    { name: 'change', label: 'Изменение цены в день не больше, %', value: change, set: setChange },
  ] as const
  const problemOf = (name: 'margin' | 'change', text: string): string | null => {
    if (text.trim() === '') return null
    const { least, most } = STRATEGY_LIMITS[name]
    const value = numberOf(text)
    return value !== null && value >= least && value <= most
      ? null
      : `Число от ${String(least).replace('.', ',')} до ${most}`
  }
  const isWrong = fields.some(({ name, value }) => problemOf(name, value) !== null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong) return
    void run(async () => {
      await call(STRATEGY_CALLS.setRails, {
        margin: numberOf(margin),
        change: numberOf(change),
        rrp,
        approval,
      })
      await queries.invalidateQueries(everyStrategy)
    }).then((done) => done && onEnd(true))
  }
  return (
    <form className="rails-form grid gap-12" onSubmit={submit} noValidate>
      <div className="strategy-pair grid grid-cols-2 items-start gap-12">
        {fields.map(({ name, label, value, set }) => {
          const wrong = problemOf(name, value)
          return (
            <TextField
              key={name}
              label={label}
              problem={wrong}
              inputMode="decimal"
              autoComplete="off"
              placeholder="без ограничения"
              value={value}
              onChange={set}
            />
          )
        })}
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
