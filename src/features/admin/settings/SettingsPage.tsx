import './settings.css'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  type NewUser,
  type NewUserProblem,
  ROLES,
  readNewUser,
  type NewUserFields as Values,
} from '../../../../contract/account/new-user.ts'
import { ACCOUNT_PATHS } from '../../../../contract/paths.ts'
import { jsonBody } from '../../../data/client.ts'
import { messageField, messageOf } from '../../../data/errors.ts'
import { log } from '../../../data/log.ts'
import { NotProvedError, sendProved } from '../../../data/proof.ts'
import { vehicleTypesQuery } from '../../../data/report-queries.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { ROLE_LABELS } from '../../cabinet/role-labels.ts'
import { SecondFactorLink, wantsSecondFactor } from '../../cabinet/SecondFactorLink.tsx'
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

const EMPTY: Values = { username: '', password: '', role: 'user', percent: '', vehicleType: '' }

interface Message extends NewUserRefusal {
  tone: 'success' | 'danger'
}

/** Form that creates a user (specification 3.13 and 3.14). */
function NewUserForm() {
  const [values, setValues] = useState(EMPTY)
  const [message, setMessage] = useState<Message | null>(null)
  const [sending, setSending] = useState(false)
  // Vehicle types are only suggestions: the field accepts any text.
  const { data: { types: vehicleTypes } = { types: [] } } = useQuery(vehicleTypesQuery)
  const saysWhy = useOffer('users') === true
  const id = useId()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const { elements } = event.currentTarget
    const refuse = (refusal: NewUserRefusal) => {
      setMessage({ tone: 'danger', ...refusal })
      const field = elements.namedItem(refusal.field ?? '')
      if (field instanceof HTMLElement) field.focus()
    }
    const read = readNewUser(values)
    if ('field' in read) return refuse(read)
    setSending(true)
    setMessage(null)
    const refusal = await createUser(read, saysWhy)
    setSending(false)
    if (refusal !== null) return refuse(refusal)
    setValues(EMPTY)
    setMessage({ tone: 'success', text: `Пользователь ${read.username} создан.`, field: null })
  }

  const control = (name: keyof NewUser) => ({
    name,
    value: values[name],
    'aria-invalid': message?.field === name,
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })

  return (
    // Disables the browser's own validation messages, which would replace those of specification 3.14.
    <form className="new-user" aria-labelledby={`${id}-heading`} onSubmit={submit} noValidate>
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
      {message && (
        <Alert
          tone={message.tone}
          action={wantsSecondFactor(message.text) && <SecondFactorLink />}
          onDismiss={() => setMessage(null)}
        >
          {message.text}
        </Alert>
      )}
      <Button type="submit" variant="primary" blocked={sending}>
        {sending ? 'Создание...' : 'Создать'}
      </Button>
    </form>
  )
}

const ALREADY_CREATED = 'Пользователь уже был создан'
const NO_RIGHTS = 'У вас нет прав доступа на создание нового пользователя'

interface NewUserRefusal {
  /** reason as text for the administrator */
  text: string
  /** field to which the reason belongs; null for the whole form */
  field: NewUserProblem['field'] | null
}

/**
 * Beginnings of the server's messages with the field to which they belong (specification 11.2 and 11.3). The answer
 * itself does not name the field.
 */
const ABOUT: readonly [beginning: RegExp, NewUserProblem['field']][] = [
  [/^(?:Пароль|В пароле|Этот пароль) /, 'password'],
  [/^(?:Email|В имени) /, 'username'],
  [/^Процент /, 'percent'],
]

const refusal = (text: string): NewUserRefusal => ({
  text,
  field: ABOUT.find(([beginning]) => beginning.test(text))?.[1] ?? null,
})

/**
 * Creates a user.
 * @param saysWhy whether the server's own messages are displayed: only a companion's are meant for users
 * @returns null on success, the reason of the failure otherwise (specification 3.14: one text for all failures except
 * 409)
 */
async function createUser(user: NewUser, saysWhy: boolean): Promise<NewUserRefusal | null> {
  try {
    const response = await sendProved(ACCOUNT_PATHS.createUser, { method: 'POST', ...jsonBody(user) })
    if (response.ok) return null
    log(`creating a user: HTTP ${response.status}`)
    if (response.status === 409) return { text: ALREADY_CREATED, field: 'username' }
    return refusal((saysWhy ? messageField(await response.text()) : null) ?? NO_RIGHTS)
  } catch (error) {
    if (error instanceof NotProvedError) return refusal(error.message)
    log(`creating a user: ${messageOf(error)}`)
    return refusal(NO_RIGHTS)
  }
}
