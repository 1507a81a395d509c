import { useId } from 'react'
import { Choice } from '../../../ui/Choice.tsx'
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
  const field = useId()
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
        <div className="outlet-pair">
          <div className="field">
            <label className="field-label" htmlFor={`${field}-name`}>
              {isFile ? 'Имя' : 'Заголовок'}
            </label>
            <input
              id={`${field}-name`}
              className="input"
              {...PLAIN}
              value={name}
              onChange={({ target }) => change({ name: target.value })}
            />
          </div>
          <div className="field">
            <label className="field-label" htmlFor={`${field}-value`}>
              {isFile ? 'Пароль' : 'Значение'}
            </label>
            <input
              id={`${field}-value`}
              className="input"
              type="password"
              autoComplete="new-password"
              value={value}
              onChange={({ target }) => change({ value: target.value })}
            />
          </div>
        </div>
      )}
      {isSftpAddress(address) && (
        <div className="field">
          <label className="field-label" htmlFor={`${field}-key`}>
            Ключ сервера
          </label>
          <input
            id={`${field}-key`}
            className="input"
            {...PLAIN}
            placeholder="SHA256:…"
            aria-describedby={`${field}-key-hint`}
            value={hostKey}
            onChange={({ target }) => onChange({ hostKey: target.value })}
          />
          <p id={`${field}-key-hint`} className="panel-words">
            Если пусто, запомним ключ при первой отправке.
          </p>
        </div>
      )}
    </>
  )
}
