import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { SETUP_CODE_LENGTH } from '../../../../contract/installation/first-admin.ts'
import { STATUS_ROUTE } from '../../../../contract/installation/installation-paths.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { failureText } from '../../../data/companion-calls.ts'
import { HttpError } from '../../../data/errors.ts'
import { registerWorker } from '../../../pwa/registration.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { OF_SETUP } from '../../sources/source-routes.ts'
import { createFirstAdministrator, isOver } from './setup-calls.ts'

type Field = 'code' | 'username' | 'password' | 'again'

interface Problem {
  words: string
  /** field to which the message belongs; null for the whole form */
  about: Field | null
}

/** Code within a line of the log. */
const CODE = /\b\w{4}-\w{4}-\w{4}\b/g

/** Returns the code in what was entered, which may be the whole line of the log. */
const codeIn = (text: string): string => text.match(CODE)?.at(-1) ?? text.trim()

/** Returns whether a text has as many letters and digits as a code. */
const isWhole = (code: string): boolean => code.replace(/[^\p{L}\p{N}]/gu, '').length === SETUP_CODE_LENGTH

/** Beginning of the server's refusals of a name; all others with 400 are about the password. */
const ABOUT_NAME = /^(?:Логин|В имени)/

/** Returns the field that caused a refusal of the server. */
function fieldOf(error: unknown): Field | null {
  const status = error instanceof HttpError ? error.status : 0
  if (status === 403) return 'code'
  if (status !== 400) return null
  return ABOUT_NAME.test(failureText(error)) ? 'username' : 'password'
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Form that creates the first administrator and signs in. */
export function SetupForm({ onOver }: { onOver(): void }) {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const at = (field: Field | null) => (problem?.about === field ? problem.words : null)
  const refuse = (about: Field | null, words: string) => {
    setProblem({ about, words })
    if (about !== null) form.current?.querySelector<HTMLInputElement>(`[name="${about}"]`)?.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const of = (name: Field) => String(data.get(name) ?? '')
    const [code, username, password] = [codeIn(of('code')), of('username').trim(), of('password')]
    setProblem(null)
    if (code === '') return refuse('code', 'Введите код из журнала сервера.')
    if (!isWhole(code))
      return refuse(
        'code',
        'В коде двенадцать букв и цифр: он в журнале сервера, в строке «Первая настройка».',
      )
    if (username === '') return refuse('username', 'Придумайте логин.')
    if (password !== of('again')) return refuse('again', 'Пароли не совпадают.')
    setBusy(true)
    try {
      await createFirstAdministrator({ code, username, password })
    } catch (error) {
      setBusy(false)
      if (isOver(error)) return onOver()
      return refuse(fieldOf(error), failureText(error))
    }
    const refusal = await signIn(username, password)
    // The server has no worker's script before the set-up (specification 28.1), and push needs the worker.
    void registerWorker()
    if (refusal === null) navigate(`${STATUS_ROUTE}/setup`, { replace: true, state: OF_SETUP })
    else navigate(ROUTES.login, { replace: true })
  }
  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      <TextField
        {...PLAIN}
        id={`${id}-code`}
        name="code"
        className="setup-code"
        label="Код настройки"
        hint="Сервер печатает его при запуске, в строке «Первая настройка» своего журнала. Так посторонний не настроит его за вас."
        problem={at('code')}
      />
      <TextField
        {...PLAIN}
        id={`${id}-username`}
        name="username"
        label="Логин администратора"
        autoComplete="username"
        problem={at('username')}
      />
      <PasswordField
        label="Пароль"
        autoComplete="new-password"
        hint="Не меньше 8 символов"
        problem={at('password')}
      />
      <PasswordField label="Пароль ещё раз" name="again" autoComplete="new-password" problem={at('again')} />
      {at(null) !== null && <Alert>{at(null)}</Alert>}
      <Button type="submit" variant="primary" blocked={busy}>
        {busy ? 'Создаём...' : 'Создать и войти'}
      </Button>
      <p className="text-14 text-muted">
        Дальше: ваш сайт, первый прайс-лист и проверка уведомлений. Их можно пропустить и вернуться позже.
      </p>
    </form>
  )
}
