import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type NewUser, ROLES, readNewUser } from '../../../../contract/account/new-user.ts'
import { ACCOUNT_PATHS } from '../../../../contract/paths.ts'
import { jsonBody } from '../../../data/client.ts'
import { messageField, messageOf } from '../../../data/errors.ts'
import { log } from '../../../data/log.ts'
import { NotProvedError, sendProved } from '../../../data/proof.ts'
import { vehicleTypesQuery } from '../../../data/report-queries.ts'
import { type Refusal, useForm } from '../../../data/useForm.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DoneAlert } from '../../../ui/DoneAlert.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { SecondFactorLink, wantsSecondFactor } from '../../cabinet/LoadProblem.tsx'
import { ROLE_LABELS } from '../../cabinet/role-labels.ts'
import { useOffer } from '../../cabinet/useOffer.ts'

export function SettingsPage() {
  useDocumentTitle('Settings')
  return (
    <section className="settings grid gap-12" aria-labelledby="settings-heading">
      <h1 id="settings-heading">Настройки</h1>
      <NewUserForm />
    </section>
  )
}

type FieldName = keyof NewUser
const NAMES: readonly FieldName[] = ['username', 'password', 'role', 'percent', 'vehicleType']

/** Form that creates a user (specification 3.13 and 3.14). */
function NewUserForm() {
  const [done, setDone] = useState<string | null>(null)
  // Vehicle types are only suggestions: the field accepts any text.
  const { data: { types: vehicleTypes } = { types: [] } } = useQuery(vehicleTypesQuery)
  const saysWhy = useOffer('users') === true
  const id = useId()
  const { busy, onSubmit, refusal, dismiss } = useForm<FieldName>({
    names: NAMES,
    check(values) {
      setDone(null)
      const read = readNewUser(values)
      return 'field' in read ? { field: read.field, words: read.text } : null
    },
    async send(values) {
      const user = readNewUser(values) as NewUser
      const refused = await createUser(user, saysWhy)
      if (refused === null) setDone(`Пользователь ${user.username} создан.`)
      return refused
    },
  })
  const control = (name: FieldName) => ({ name, 'aria-invalid': refusal?.field === name })
  return (
    // Disables the browser's own validation messages, which would replace those of specification 3.14.
    <form className="new-user" aria-labelledby={`${id}-heading`} onSubmit={onSubmit} noValidate>
      <h2 id={`${id}-heading`}>Создать нового пользователя</h2>
      <TextField {...control('username')} label="Email" type="email" required autoComplete="off" />
      <TextField
        {...control('password')}
        label="Пароль"
        hint="Не меньше 8 символов"
        type="password"
        required
        autoComplete="new-password"
      />
      <SelectField
        {...control('role')}
        label="Роль"
        options={ROLES.map((role) => ({ value: role, name: ROLE_LABELS[role] }))}
      />
      <TextField
        {...control('percent')}
        label="Процент"
        hint="Обязательно: изменение цены, начиная с которого приходят уведомления, например 10"
        inputMode="decimal"
        required
        autoComplete="off"
      />
      <TextField
        {...control('vehicleType')}
        label="Тип авто"
        hint="Необязательно: если указан, уведомления приходят только о нём"
        suggestions={vehicleTypes}
        autoComplete="off"
      />
      {refusal && (
        <Alert action={wantsSecondFactor(refusal.words) && <SecondFactorLink />} onDismiss={dismiss}>
          {refusal.words}
        </Alert>
      )}
      <DoneAlert words={done} onDismiss={() => setDone(null)} />
      <Button type="submit" variant="primary" blocked={busy}>
        {busy ? 'Создание...' : 'Создать'}
      </Button>
    </form>
  )
}

const ALREADY_CREATED = 'Пользователь уже был создан'
const NO_RIGHTS = 'У вас нет прав доступа на создание нового пользователя'

/** Fields by the beginnings of the server's messages, which do not name them (specification 11.2, 11.3). */
const ABOUT: readonly [beginning: RegExp, FieldName][] = [
  [/^(?:Пароль|В пароле|Этот пароль) /, 'password'],
  [/^(?:Email|В имени) /, 'username'],
  [/^Процент /, 'percent'],
]

const refusalBy = (words: string): Refusal<FieldName> => ({
  words,
  field: ABOUT.find(([beginning]) => beginning.test(words))?.[1] ?? null,
})

/**
 * Creates a user.
 * @param saysWhy whether the server's own messages are displayed: only a companion's are meant for users
 * @returns null on success, the reason of the failure otherwise (specification 3.14: one text for all failures except
 * 409)
 */
async function createUser(user: NewUser, saysWhy: boolean): Promise<Refusal<FieldName> | null> {
  try {
    const response = await sendProved(ACCOUNT_PATHS.createUser, { method: 'POST', ...jsonBody(user) })
    if (response.ok) return null
    log(`creating a user: HTTP ${response.status}`)
    if (response.status === 409) return { words: ALREADY_CREATED, field: 'username' }
    return refusalBy((saysWhy ? messageField(await response.text()) : null) ?? NO_RIGHTS)
  } catch (error) {
    if (error instanceof NotProvedError) return refusalBy(error.message)
    log(`creating a user: ${messageOf(error)}`)
    return refusalBy(NO_RIGHTS)
  }
}
