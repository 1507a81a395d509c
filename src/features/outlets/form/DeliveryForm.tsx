import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { DeliverySettings } from '../../../../contract/outlets/outlet.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { saveDelivery } from '../outlet-calls.ts'

interface DeliveryFormProps {
  /** id of the outlet */
  id: number
  /** null for a new address */
  delivery: DeliverySettings | null
  onDone(): void
  onCancel(): void
}

const METHODS = [
  { value: 'PUT', name: 'PUT' },
  { value: 'POST', name: 'POST' },
] as const

/** Form for the address to send to, with one secret header. A stored value is never shown, only kept or replaced. */
export function DeliveryForm({ id, delivery, onDone, onCancel }: DeliveryFormProps) {
  const field = useId()
  const first = useRef<HTMLInputElement>(null)
  // The button that opened the form is gone.
  useEffect(() => first.current?.focus(), [])
  const stored = delivery?.secret_names ?? []
  const [address, setAddress] = useState(delivery?.address ?? '')
  const [method, setMethod] = useState<DeliverySettings['method']>(delivery?.method ?? 'PUT')
  const [secret, setSecret] = useState<'keep' | 'none' | 'set'>(stored.length > 0 ? 'keep' : 'none')
  const [name, setName] = useState('Authorization')
  const [value, setValue] = useState('')
  const { busy, problem, run, dismiss } = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const secrets = { headers: secret === 'set' ? [{ name: name.trim(), value }] : [], basic: null }
    const delivered = { address: address.trim(), method, ...(secret !== 'keep' && { secrets }) }
    void run(() => saveDelivery(id, delivered)).then((done) => done && onDone())
  }
  return (
    <form className="delivery-form" onSubmit={submit} noValidate>
      <div className="field">
        <label className="field-label" htmlFor={`${field}-address`}>
          Адрес
        </label>
        <input
          id={`${field}-address`}
          ref={first}
          className="input"
          type="url"
          placeholder="https://shop.ru/prices"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </div>
      <Choice label="Способ" options={METHODS} value={method} onChange={(next) => setMethod(next)} />
      <Choice
        label="Ключ"
        options={[
          ...(stored.length > 0
            ? [{ value: 'keep' as const, name: `прежний ключ: ${stored.join(', ')}` }]
            : []),
          { value: 'none' as const, name: 'без ключа' },
          { value: 'set' as const, name: 'с ключом' },
        ]}
        value={secret}
        onChange={(next) => setSecret(next)}
      />
      {secret === 'set' && (
        <div className="outlet-pair">
          <div className="field">
            <label className="field-label" htmlFor={`${field}-name`}>
              Заголовок
            </label>
            <input
              id={`${field}-name`}
              className="input"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </div>
          <div className="field">
            <label className="field-label" htmlFor={`${field}-value`}>
              Значение
            </label>
            <input
              id={`${field}-value`}
              className="input"
              type="password"
              autoComplete="new-password"
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          </div>
        </div>
      )}
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <div className="panel-actions">
        <Button type="submit" blocked={busy || address.trim() === ''}>
          {busy ? 'Подождите...' : 'Сохранить'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Отмена
        </Button>
      </div>
    </form>
  )
}
