import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DecisionSet } from '../../../contract/decisions/set.ts'
import type { BodyOf } from '../../../contract/lib/call.ts'
import type { Outlet, PublicationPreview } from '../../../contract/outlets/outlet.ts'
import { OUTLET_CALLS } from '../../../contract/outlets/outlet-calls.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { failureText } from '../../data/companion-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { randomId } from '../../lib/random-id.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { Loading } from '../../ui/Loading.tsx'
import { PRICES } from '../../ui/nouns.ts'
import { countText, type NounForms, pluralForm } from '../../ui/plural.ts'
import { setsQuery } from '../decisions/decision-queries.ts'
import { previewQuery } from './outlet-queries.ts'
import { largestChangeText } from './outlet-words.ts'

interface PublishDialogProps {
  outlet: Outlet
  /** id of the set that the address names; null without one */
  wanted: number | null
  /** called with a message when the set is published */
  onDone(words: string): void
  onClose(): void
}

const TO_PUBLISH: NounForms = ['цену', 'цены', 'цен']
const LEAVE: NounForms = ['Уйдёт', 'Уйдут', 'Уйдёт']

/** Dialog that shows what would leave and publishes a set (specification 24.7). */
export function PublishDialog({ outlet, wanted, onDone, onClose }: PublishDialogProps) {
  const sets = useQuery(setsQuery)
  const ready = sets.data?.filter(({ state }) => state !== 'draft') ?? []
  const [chosen, setChosen] = useState<number | null>(wanted)
  const [unchecked, setUnchecked] = useState(false)
  const set = sets.data?.find((one) => one.id === chosen) ?? (chosen === wanted ? ready[0] : undefined)
  const preview = useQuery({
    ...previewQuery(outlet.id, set?.id ?? 0, unchecked),
    enabled: set !== undefined,
  })
  const { busy, problem, run } = useAction()
  // Publication that was sent without a confirmed answer. It is sent again with the same key.
  const sent = useRef<BodyOf<typeof OUTLET_CALLS.publish> | null>(null)
  const publish = async ({ id: setId, name }: DecisionSet, prices: number) => {
    const before = sent.current
    const isSame = before?.set === setId && before.unchecked === unchecked
    sent.current = isSame ? before : { key: randomId(), set: setId, unchecked }
    const publication = sent.current
    if (await run(() => call(OUTLET_CALLS.publish, { id: outlet.id, ...publication })))
      onDone(`Опубликован набор «${name}»: ${countText(prices, PRICES)}.`)
  }
  const { data } = preview
  const isReady = data !== undefined && data.refusal === null
  return (
    <Dialog
      title="Опубликовать цены"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            variant="primary"
            blocked={busy || !isReady || !set}
            onClick={() => set && data && void publish(set, data.prices)}
          >
            {busy
              ? 'Подождите...'
              : isReady
                ? `Опубликовать ${countText(data.prices, TO_PUBLISH)}`
                : 'Опубликовать'}
          </Button>
        </>
      }
    >
      {sets.error && !sets.data && <Alert>Не удалось загрузить наборы: {failureText(sets.error)}</Alert>}
      {!sets.data && !sets.error && <Loading text="Загрузка наборов..." />}
      {sets.data && ready.length === 0 && !set && (
        <p>
          Согласованных наборов нет. Сохраните и согласуйте набор в{' '}
          <Link to={ROUTES.decisions}>«Решениях»</Link>.
        </p>
      )}
      {set && (
        <SelectField
          label="Набор"
          value={String(set.id)}
          onChange={(value) => {
            setChosen(Number(value))
            setUnchecked(false)
          }}
          options={(ready.includes(set) ? ready : [set, ...ready]).map((one) => ({
            value: String(one.id),
            name: `${one.name} — ${countText(one.count, PRICES)}, ${formatMoment(one.changed_at)}`,
          }))}
        />
      )}
      {preview.error && <Alert>{failureText(preview.error)}</Alert>}
      {set && <Preview data={data} unchecked={unchecked} onUnchecked={setUnchecked} />}
      {problem !== null && <Alert>{problem}</Alert>}
    </Dialog>
  )
}

interface PreviewProps {
  /** undefined while it loads */
  data: PublicationPreview | undefined
  unchecked: boolean
  onUnchecked(unchecked: boolean): void
}

/** Numbers of the prices that would leave. Their lines are reserved while they load. */
function Preview({ data, unchecked, onUnchecked }: PreviewProps) {
  const left = data
    ? (
        [
          ['другой вид цены или город', data.other],
          ['цена не изменилась', data.unchanged],
          ['нет артикула или кода', data.nameless],
        ] as const
      ).filter(([, count]) => count > 0)
    : []
  return (
    <div className="publish-preview grid content-start gap-8">
      {data && data.unchecked > 0 && (
        <>
          <p>
            Второго взгляда требуют: {countText(data.unchecked, PRICES)} — ниже себестоимости или дальше 25 %
            от нынешней.
          </p>
          <Choice
            label="Непроверенные цены"
            options={[
              { value: 'without', name: 'Без них' },
              { value: 'with', name: 'Вместе с ними' },
            ]}
            value={unchecked ? 'with' : 'without'}
            onChange={(next) => onUnchecked(next === 'with')}
          />
        </>
      )}
      <p role="status">
        {!data && 'Считаем, что уйдёт…'}
        {data && data.prices > 0 && data.refusal === null && (
          <>
            {pluralForm(data.prices, LEAVE)} {countText(data.prices, PRICES)}
            {data.largest_change !== null &&
              `, наибольшее изменение ${largestChangeText(data.largest_change)}`}
            .
          </>
        )}
        {left.length > 0 && ` Не уйдёт: ${left.map(([why, count]) => `${why} — ${count}`).join(', ')}.`}
      </p>
      {data && data.refusal !== null && <Alert tone="warning">{data.refusal}</Alert>}
    </div>
  )
}
