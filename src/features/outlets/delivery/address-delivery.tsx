import { Choice } from '../../../ui/Choice.tsx'
import { TextField } from '../../../ui/Field.tsx'
import type { DeliveryModule } from './delivery-module.ts'

interface AddressDraft {
  address: string
  method: 'PUT' | 'POST'
  secret: 'keep' | 'none' | 'set'
  /** secret header of an address of the web */
  header: { name: string; value: string }
  /** access to an FTP or SFTP server */
  basic: { username: string; password: string }
  hostKey: string
}

/** Returns stored secrets in words. */
const secretWords = (names: readonly string[]): string =>
  names.map((name) => (name === 'Basic' ? 'имя и пароль' : name)).join(', ')

const isOfFileServer = (address: string): boolean => /^\s*(?:ftps?|ftpes|sftp):/i.test(address)
const isSftpAddress = (address: string): boolean => /^\s*sftp:/i.test(address)

const METHODS = [
  { value: 'PUT', name: 'PUT' },
  { value: 'POST', name: 'POST' },
] as const

/** Address of the web, or of an FTP or SFTP server. A stored secret is never shown, only kept or replaced. */
export const ADDRESS_DELIVERY: DeliveryModule<'address', AddressDraft> = {
  name: 'на адрес',
  invitation: 'на его адрес',
  draftOf: (stored) => ({
    address: stored?.address ?? '',
    method: stored?.method ?? 'PUT',
    secret: stored && stored.secret_names.length > 0 ? 'keep' : 'none',
    header: { name: 'Authorization', value: '' },
    basic: { username: '', password: '' },
    hostKey: stored?.host_key ?? '',
  }),
  Fields: ({ draft, stored, first, onChange }) => (
    <>
      <TextField
        label="Адрес"
        ref={first}
        type="url"
        placeholder="https://shop.ru/prices или sftp://shop.ru/prices/"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.address}
        onChange={(address) => onChange({ address })}
      />
      {!isOfFileServer(draft.address) && (
        <Choice
          label="Способ"
          options={METHODS}
          value={draft.method}
          onChange={(method) => onChange({ method })}
        />
      )}
      <AccessFields draft={draft} stored={stored?.secret_names ?? []} onChange={onChange} />
    </>
  ),
  isComplete: ({ address }) => address.trim() !== '',
  inputOf({ address, method, secret, header, basic, hostKey }) {
    const set = isOfFileServer(address)
      ? { headers: [], basic }
      : { headers: [{ name: header.name.trim(), value: header.value }], basic: null }
    return {
      kind: 'address',
      address: address.trim(),
      method,
      ...(isSftpAddress(address) && { host_key: hostKey.trim() }),
      ...(secret !== 'keep' && { secrets: secret === 'set' ? set : { headers: [], basic: null } }),
    }
  },
  words({ address, method, secret_names: names, host_key: hostKey }) {
    const parts = [
      isOfFileServer(address) ? address : `${method} ${address}`,
      ...(names.length > 0 ? [`доступ задан: ${secretWords(names)}`] : []),
      ...(hostKey === '' ? [] : [`ключ сервера ${hostKey}`]),
    ]
    return parts.join(', ')
  },
}

interface AccessFieldsProps {
  draft: AddressDraft
  /** names of the stored secrets */
  stored: readonly string[]
  onChange(change: Partial<AddressDraft>): void
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
