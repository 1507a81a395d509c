import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outlet, OutletDelivery } from '../../../../contract/outlets/outlet.ts'
import { OUTLET_CALLS } from '../../../../contract/outlets/outlet-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { AskDialog } from '../../cabinet/AskDialog.tsx'
import { useLaterFocus } from '../../cabinet/useLaterFocus.ts'
import { everyOutlet } from '../outlet-queries.ts'
import { DeliveryForm } from './DeliveryForm.tsx'
import { DELIVERY_MODULES, offeredKinds } from './delivery-modules.ts'

interface DeliverySectionProps {
  outlet: Outlet
  /** newest first */
  deliveries: readonly OutletDelivery[]
  /** whether the server can send mails */
  canMail: boolean
}

/** Section for the address to which the server sends publications itself (specification 24.9). */
export function DeliverySection({ outlet, deliveries, canMail }: DeliverySectionProps) {
  const { id, own, delivery } = outlet
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [heading, focusHeading] = useLaterFocus<HTMLHeadingElement>()
  const again = useAction()
  const changed = async () => {
    setEditing(false)
    setRemoving(false)
    focusHeading()
    await queries.invalidateQueries(everyOutlet)
  }
  const cancel = () => {
    setEditing(false)
    focusHeading()
  }
  const [last] = deliveries
  const invitation = offeredKinds(canMail)
    .map((kind) => DELIVERY_MODULES[kind].invitation)
    .join(' или ')
  return (
    <section className="panel" aria-labelledby="delivery-heading">
      <h2 id="delivery-heading" ref={heading} tabIndex={-1}>
        Отправлять самим
      </h2>
      {again.problem !== null && <Alert onDismiss={again.dismiss}>{again.problem}</Alert>}
      {!isEditing && (
        <p className="panel-words wrap-anywhere">
          {delivery
            ? DELIVERY_MODULES[delivery.kind].words(delivery)
            : `Если магазин не умеет забирать файл, сервер отправит каждую публикацию ${invitation}.`}
        </p>
      )}
      {last && !isEditing && (
        <p className="text-14 wrap-anywhere" role="status">
          {deliveryText(last)}
        </p>
      )}
      {isEditing && (
        <DeliveryForm
          id={id}
          delivery={delivery}
          canMail={canMail}
          onDone={() => void changed()}
          onCancel={cancel}
        />
      )}
      {!isEditing && (
        <div className="panel-actions">
          {delivery && (last?.state === 'failed' || (last?.state === 'waiting' && last.next_at !== null)) && (
            <Button
              blocked={again.busy}
              onClick={() =>
                void again.run(async () => {
                  await call(OUTLET_CALLS.deliverAgain, { id })
                  await queries.invalidateQueries(everyOutlet)
                })
              }
            >
              Отправить ещё раз
            </Button>
          )}
          {own && (
            <Button onClick={() => setEditing(true)}>{delivery ? 'Изменить адрес' : 'Указать адрес'}</Button>
          )}
          {own && delivery && <Button onClick={() => setRemoving(true)}>Не отправлять</Button>}
        </div>
      )}
      {isRemoving && (
        <AskDialog
          title="Больше не отправлять?"
          agree="Не отправлять"
          act={() => call(OUTLET_CALLS.removeDelivery, { id })}
          onDone={() => void changed()}
          onClose={() => setRemoving(false)}
        >
          <p>Следующие публикации туда не уйдут, а адрес и ключ к нему будут удалены.</p>
        </AskDialog>
      )}
    </section>
  )
}

/** Returns the state of a delivery in words. */
function deliveryText({ state, set_name: name, at, message, next_at: next }: OutletDelivery): string {
  const what = `Набор «${name}», ${formatMoment(at)}`
  switch (state) {
    case 'sent':
      return `${what}: отправлен.`
    case 'failed':
      return `${what}: не отправлен. ${message}`
    case 'replaced':
      return `${what}: не отправлен, его заменили новые цены.`
    case 'running':
      return `${what}: отправляется…`
    case 'waiting':
      return next === null
        ? `${what}: отправляется…`
        : `${what}: пока не отправлен. ${message}. Ещё раз — ${formatMoment(next)}.`
  }
}
