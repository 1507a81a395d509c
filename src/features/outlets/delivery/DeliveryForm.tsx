import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { DeliveryKind, DeliverySettings } from '../../../../contract/outlets/delivery-kinds.ts'
import { OUTLET_CALLS } from '../../../../contract/outlets/outlet-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { DELIVERY_KINDS, DELIVERY_MODULES, offeredKinds, storedOf } from './delivery-modules.ts'

interface DeliveryFormProps {
  /** id of the outlet */
  id: number
  /** null for new settings */
  delivery: DeliverySettings | null
  /** whether the server can send mails */
  canMail: boolean
  onDone(): void
  onCancel(): void
}

/** Form for how publications are sent. The fields of the other kinds stay while one is chosen. */
export function DeliveryForm({ id, delivery, canMail, onDone, onCancel }: DeliveryFormProps) {
  const first = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  // The button that opened the form is gone.
  useEffect(() => first.current?.focus(), [])
  const [kind, setKind] = useState(delivery?.kind ?? DELIVERY_KINDS[0])
  const [drafts, setDrafts] = useState<Partial<Record<string, object>>>({})
  const { busy, problem, run, dismiss } = useAction()
  const { Fields, draftOf, isComplete, inputOf } = DELIVERY_MODULES[kind]
  const stored = storedOf(kind, delivery)
  const draft = drafts[kind] ?? draftOf(stored)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy)
      void run(() => call(OUTLET_CALLS.setDelivery, { id, ...inputOf(draft) })).then(
        (done) => done && onDone(),
      )
  }
  const offered = DELIVERY_KINDS.filter((one) => one === kind || offeredKinds(canMail).includes(one))
  return (
    <form className="delivery-form grid gap-12" onSubmit={submit} noValidate>
      {offered.length > 1 && (
        <Choice<DeliveryKind>
          label="Куда"
          options={offered.map((value) => ({ value, name: DELIVERY_MODULES[value].name }))}
          value={kind}
          onChange={setKind}
        />
      )}
      <Fields
        key={kind}
        draft={draft}
        stored={stored}
        first={first}
        onChange={(part) =>
          setDrafts((before) => ({ ...before, [kind]: { ...(before[kind] ?? draft), ...part } }))
        }
      />
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <div className="panel-actions">
        <Button type="submit" blocked={busy || !isComplete(draft)}>
          {busy ? 'Подождите...' : 'Сохранить'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Отмена
        </Button>
      </div>
    </form>
  )
}
