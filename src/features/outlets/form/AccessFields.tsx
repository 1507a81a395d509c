import { Choice } from '../../../ui/Choice.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { type DeliveryDraft, isOfFileServer, isSftpAddress, secretWords } from './delivery-draft.ts'

interface AccessFieldsProps {
  draft: DeliveryDraft
  /** names of the stored secrets */
  stored: readonly string[]
  onChange(change: Partial<DeliveryDraft>): void
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Access to an address: a secret header, or name and password with the key of an SFTP server. */
export function AccessFields({ draft, stored, onChange }: AccessFieldsProps) {
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
