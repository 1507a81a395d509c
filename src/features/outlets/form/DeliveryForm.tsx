import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type DeliverySettings,
  MAX_MAIL_MEGABYTES,
  MAX_RECIPIENTS,
} from '../../../../contract/outlets/outlet.ts'
import { OUTLET_CALLS } from '../../../../contract/outlets/outlet-calls.ts'
import { call } from '../../../data/send-call.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { AreaField, TextField } from '../../../ui/Field.tsx'
import {
  type DeliveryDraft,
  deliveryDraftOf,
  deliveryOf,
  isComplete,
  isOfFileServer,
  isSftpAddress,
  secretWords,
  storedSecretNames,
} from './delivery-draft.ts'

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

const KINDS = [
  { value: 'address', name: 'на адрес' },
  { value: 'mail', name: 'почтой' },
] as const
const METHODS = [
  { value: 'PUT', name: 'PUT' },
  { value: 'POST', name: 'POST' },
] as const

/** Form for how publications are sent. A stored secret is never shown, only kept or replaced. */
export function DeliveryForm({ id, delivery, canMail, onDone, onCancel }: DeliveryFormProps) {
  const first = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  // The button that opened the form is gone.
  useEffect(() => first.current?.focus(), [])
  const [draft, setDraft] = useState(() => deliveryDraftOf(delivery))
  const change = (next: Partial<DeliveryDraft>) => setDraft((before) => ({ ...before, ...next }))
  const { busy, problem, run, dismiss } = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy)
      void run(() => call(OUTLET_CALLS.setDelivery, { id, ...deliveryOf(draft) })).then(
        (done) => done && onDone(),
      )
  }
  const { kind, address, method, recipients } = draft
  return (
    <form className="delivery-form grid gap-12" onSubmit={submit} noValidate>
      {(canMail || kind === 'mail') && (
        <Choice label="Куда" options={KINDS} value={kind} onChange={(next) => change({ kind: next })} />
      )}
      {kind === 'mail' ? (
        <AreaField
          ref={first}
          label="Кому"
          hint={`Одно письмо с файлом до ${MAX_MAIL_MEGABYTES} МБ, до ${MAX_RECIPIENTS} адресов: по одному в строке. Адреса видны всем получателям.`}
          rows={3}
          placeholder="shop@example.ru"
          autoCapitalize="none"
          spellCheck={false}
          value={recipients}
          onChange={(value) => change({ recipients: value })}
        />
      ) : (
        <>
          <TextField
            label="Адрес"
            ref={first}
            type="url"
            placeholder="https://shop.ru/prices или sftp://shop.ru/prices/"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={address}
            onChange={(value) => change({ address: value })}
          />
          {!isOfFileServer(address) && (
            <Choice
              label="Способ"
              options={METHODS}
              value={method}
              onChange={(next) => change({ method: next })}
            />
          )}
          <AccessFields draft={draft} stored={storedSecretNames(delivery)} onChange={change} />
        </>
      )}
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

interface AccessFieldsProps {
  draft: DeliveryDraft
  /** names of the stored secrets */
  stored: readonly string[]
  onChange(change: Partial<DeliveryDraft>): void
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Access to an address: a secret header, or name and password with the key of an SFTP server. */
function AccessFields({ draft, stored, onChange }: AccessFieldsProps) {
  const { address, secret, header, basic, hostKey } = draft
  const isFile = isOfFileServer(address)
  const what = isFile ? 'паролем' : 'ключом'
  const [name, value] = isFile ? [basic.username, basic.password] : [header.name, header.value]
  const change = (next: { name?: string; value?: string }) => {
    const given = { name, value, ...next }
    onChange(isFile ? { basic: { username: given.name, password: given.value } } : { header: given })
  }
  return (
    <>
      <Choice
        label="Ключ"
        options={[
          ...(stored.length > 0
            ? [{ value: 'keep' as const, name: `прежний ключ: ${secretWords(stored)}` }]
            : []),
          { value: 'none' as const, name: isFile ? 'без пароля' : 'без ключа' },
          { value: 'set' as const, name: `с ${what}` },
        ]}
        value={secret}
        onChange={(next) => onChange({ secret: next })}
      />
      {secret === 'set' && (
        <div className="outlet-pair grid grid-cols-2 items-start gap-16">
          <TextField
            label={isFile ? 'Имя' : 'Заголовок'}
            {...PLAIN}
            value={name}
            onChange={(value) => change({ name: value })}
          />
          <TextField
            label={isFile ? 'Пароль' : 'Значение'}
            type="password"
            autoComplete="new-password"
            value={value}
            onChange={(value) => change({ value: value })}
          />
        </div>
      )}
      {isSftpAddress(address) && (
        <TextField
          {...PLAIN}
          label="Ключ сервера"
          hint="Если пусто, запомним ключ при первой отправке."
          className="outlet-access"
          placeholder="SHA256:…"
          value={hostKey}
          onChange={(value) => onChange({ hostKey: value })}
        />
      )}
    </>
  )
}
