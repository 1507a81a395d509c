import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StrategiesAnswer } from '../../../contract/strategies/strategy.ts'
import { STRATEGY_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { NotLoaded } from '../cabinet/QueryState.tsx'
import { outletsQuery } from '../outlets/outlet-queries.ts'
import { everyStrategy } from './strategy-queries.ts'

interface ApprovalSectionProps {
  strategy: StrategiesAnswer['strategies'][number]
  /** whether the form differs from the saved strategy */
  isChanged: boolean
  isAdmin: boolean
}

/** Section with the approval of a strategy, and the permission to publish by itself (specification 19.10 and 19.15). */
export function ApprovalSection({ strategy, isChanged, isAdmin }: ApprovalSectionProps) {
  const { id, version, approval, permit, can_approve: canApprove, ended = '' } = strategy
  const queries = useQueryClient()
  const { busy, problem, run, dismiss } = useAction()
  const act = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work()
      await queries.invalidateQueries(everyStrategy)
    })
  return (
    <section className="strategies-panel" aria-labelledby="strategy-approval">
      <h2 id="strategy-approval">Согласование</h2>
      <p role="status">
        {approval
          ? `Согласовал(а) ${approval.by}, ${formatMoment(approval.at)}. Его снимет любое изменение стратегии, порядка или ограничений.`
          : canApprove
            ? `${writersText(strategy)} Посмотрите, что изменится, и согласуйте.`
            : 'Вы меняли стратегию, порядок или ограничения, поэтому согласует другой аналитик или администратор.'}
      </p>
      {!approval && ended !== '' && <p>Прежнее согласование больше не действует: {ended}.</p>}
      {permit && (
        <p>
          Публикует сама через выгрузку «{permit.name}», разрешил(а) {permit.by}. Цены, которые требуют
          взгляда, остаются в наборе.
        </p>
      )}
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <div className="flex flex-wrap items-center gap-8">
        {!approval && canApprove && (
          <Button
            blocked={busy || isChanged}
            onClick={() => act(() => call(STRATEGY_CALLS.approve, { id, version, approved: true }))}
          >
            Согласовать
          </Button>
        )}
        {approval && (
          <Button
            blocked={busy}
            onClick={() => act(() => call(STRATEGY_CALLS.approve, { id, version, approved: false }))}
          >
            Снять согласование
          </Button>
        )}
        {permit && isAdmin && (
          <Button
            blocked={busy}
            onClick={() => act(() => call(STRATEGY_CALLS.permit, { id, version, outlet: null }))}
          >
            Больше не публиковать самой
          </Button>
        )}
      </div>
      {isAdmin && approval && !permit && !isChanged && (
        <PermitForm
          busy={busy}
          onPermit={(outlet) => act(() => call(STRATEGY_CALLS.permit, { id, version, outlet }))}
        />
      )}
    </section>
  )
}

/** Returns text that names who changed a strategy, the order or the limits since the last approval. */
function writersText({ writers = [], changed_by: changedBy }: ApprovalSectionProps['strategy']): string {
  return `Меняли: ${writers.join(', ') || changedBy}.`
}

function PermitForm({ busy, onPermit }: { busy: boolean; onPermit(outlet: number): void }) {
  const { data, error, refetch } = useQuery(outletsQuery)
  const [chosen, setChosen] = useState('')
  if (error && !data)
    return <NotLoaded error={error} words="Не удалось загрузить выгрузки: " onRetry={() => void refetch()} />
  if (data?.length === 0)
    return <p className="strategies-more">Чтобы публиковать самой, нужна выгрузка: добавьте её в профиле.</p>
  return (
    <form
      className="permit-form grid gap-12 grid-cols-auto-end items-end"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== '' && !busy) onPermit(Number(chosen))
      }}
    >
      <SelectField
        label="Публиковать каждое утро без человека через выгрузку"
        value={chosen}
        onChange={setChosen}
        none="не публиковать"
        options={data?.map((outlet) => ({ value: String(outlet.id), name: outlet.settings.name })) ?? []}
      />
      <Button type="submit" blocked={chosen === '' || busy}>
        Разрешить
      </Button>
    </form>
  )
}
