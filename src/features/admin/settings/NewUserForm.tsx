import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  type NewUser,
  ROLES,
  readNewUser,
  type NewUserFields as Values,
} from '../../../../contract/account/new-user.ts'
import { vehicleTypesQuery } from '../../../data/report-queries.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ROLE_LABELS } from '../../cabinet/role-labels.ts'
import { SecondFactorLink, wantsSecondFactor } from '../../cabinet/SecondFactorLink.tsx'
import { useOffer } from '../../cabinet/useOffer.ts'
import { FormField } from './FormField.tsx'
import { createUser, type NewUserRefusal } from './new-user-call.ts'

const EMPTY: Values = { username: '', password: '', role: 'user', percent: '', vehicleType: '' }

interface Message extends NewUserRefusal {
  tone: 'success' | 'danger'
}

/** Form that creates a user (specification 3.13 and 3.14). */
export function NewUserForm() {
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
    className: 'input',
    value: values[name],
    'aria-invalid': message?.field === name,
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  })

  return (
    // Disables the browser's own validation messages, which would replace those of specification 3.14.
    <form className="new-user" aria-labelledby={`${id}-heading`} onSubmit={submit} noValidate>
      <h2 id={`${id}-heading`}>Создать нового пользователя</h2>
      <FormField label="Email">
        {(field) => <input {...field} {...control('username')} type="email" required autoComplete="off" />}
      </FormField>
      <FormField label="Пароль" hint="Не меньше 8 символов">
        {(field) => (
          <input {...field} {...control('password')} type="password" required autoComplete="new-password" />
        )}
      </FormField>
      <FormField label="Роль">
        {(field) => (
          <select {...field} {...control('role')}>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABELS[role]}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField
        label="Процент"
        hint="Обязательно: изменение цены, начиная с которого приходят уведомления, например 10"
      >
        {(field) => (
          <input {...field} {...control('percent')} inputMode="decimal" required autoComplete="off" />
        )}
      </FormField>
      <FormField label="Тип авто" hint="Необязательно: если указан, уведомления приходят только о нём">
        {(field) => <input {...field} {...control('vehicleType')} list={`${id}-types`} autoComplete="off" />}
      </FormField>
      <datalist id={`${id}-types`}>
        {vehicleTypes.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
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
