import { Button } from '../../../ui/Button.tsx'
import { CheckField, TextField } from '../../../ui/Field.tsx'
import { useNeighbourFocus } from '../useNeighbourFocus.ts'
import type { SecretsDraft } from './draft.ts'

interface SecretFieldsProps {
  secrets: SecretsDraft
  /** names of the secrets stored on the server, which never sends their values */
  stored: readonly string[]
  /** whether the address takes a name and password alone, and no headers */
  basicOnly?: boolean
  onChange(secrets: SecretsDraft): void
}

const PLAIN = { type: 'text', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
const SECRET = { ...PLAIN, type: 'password', autoComplete: 'new-password' } as const
const EMPTY_HEADER = { name: '', value: '' }

/** Fields for secret headers, and for a user name with a password. Stored values are not displayed, only replaced. */
export function SecretFields({ secrets, stored, basicOnly = false, onChange }: SecretFieldsProps) {
  const { mode, headers, basic } = secrets
  const [list, leave] = useNeighbourFocus<HTMLDivElement>(
    '.secret-row > :first-child input',
    '.panel-actions > button',
  )
  const set = (part: Partial<SecretsDraft>) => onChange({ ...secrets, mode: 'set', ...part })
  const setHeader = (index: number, part: Partial<typeof EMPTY_HEADER>) =>
    set({ headers: headers.map((header, i) => (i === index ? { ...header, ...part } : header)) })
  if (mode === 'keep') {
    return (
      <div className="grid gap-12 min-w-0">
        <p className="panel-words">
          Доступ задан: {stored.join(', ')}. Значения хранятся зашифрованными и не показываются.
        </p>
        <div className="panel-actions">
          <Button onClick={() => set({})}>Заменить</Button>
          <Button onClick={() => onChange({ mode: 'none', headers: [], basic: null })}>Удалить</Button>
        </div>
      </div>
    )
  }
  return (
    <details className="disclosure grid gap-12 min-w-0" open={mode === 'set'}>
      <summary>{basicOnly ? 'Нужны имя и пароль' : 'Нужен пароль или ключ'}</summary>
      <div className="secrets-fields grid gap-12 min-w-0">
        <CheckField
          checked={basic !== null}
          onChange={(checked) => set({ basic: checked ? { username: '', password: '' } : null })}
        >
          Имя и пароль
        </CheckField>
        {basic !== null && (
          <div className="secret-row grid items-end gap-8">
            <TextField
              {...PLAIN}
              label="Имя"
              value={basic.username}
              onChange={(username) => set({ basic: { ...basic, username } })}
            />
            <TextField
              {...SECRET}
              label="Пароль"
              value={basic.password}
              onChange={(password) => set({ basic: { ...basic, password } })}
            />
          </div>
        )}
        {!basicOnly && (
          <div ref={list} className="contents">
            {headers.map((header, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headers have no other name while they are typed
              <div key={index} className="secret-row grid items-end gap-8">
                <TextField
                  {...PLAIN}
                  label="Заголовок"
                  placeholder="X-Api-Key"
                  value={header.name}
                  onChange={(name) => setHeader(index, { name })}
                />
                <TextField
                  {...SECRET}
                  label="Значение"
                  value={header.value}
                  onChange={(value) => setHeader(index, { value })}
                />
                <Button
                  variant="quiet"
                  aria-label={`Убрать заголовок ${header.name || index + 1}`}
                  onClick={() => {
                    set({ headers: headers.filter((_, i) => i !== index) })
                    leave(index)
                  }}
                >
                  Убрать
                </Button>
              </div>
            ))}
          </div>
        )}
        <div className="panel-actions">
          {!basicOnly && (
            <Button
              variant="quiet"
              onClick={() => {
                set({ headers: [...headers, EMPTY_HEADER] })
                leave(headers.length)
              }}
            >
              Добавить ключ (заголовок запроса)
            </Button>
          )}
          {stored.length > 0 && (
            <Button variant="quiet" onClick={() => onChange({ mode: 'keep', headers: [], basic: null })}>
              Оставить прежний доступ
            </Button>
          )}
        </div>
      </div>
    </details>
  )
}
