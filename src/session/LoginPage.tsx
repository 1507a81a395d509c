import './session.css'
import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Alert } from '../ui/Alert.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'
import { originOf, wantsSignIn } from './origin.ts'
import { useSession } from './useSession.ts'

/**
 * Returns what was typed into the form of login.html before the app started; undefined on any other page. Reads the document
 * during the first rendering, which replaces that form.
 */
function earlyInput() {
  const fields = document.querySelectorAll<HTMLInputElement>('#root .login-form input')
  return fields[0] && { username: fields[0].value, password: fields[1]?.value }
}

/** Login screen (specification 1.2), including the code of the second factor (specification 11.7). */
export default function LoginPage() {
  const { status, checking, ended, check, signIn } = useSession()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [asksForCode, setAsksForCode] = useState(false)
  const [sending, setSending] = useState(false)
  const [formWanted, setFormWanted] = useState(() => wantsSignIn(state))
  const [early] = useState(earlyInput)
  useDocumentTitle('Авторизация')

  // A layout effect: if the check replaced the form after its first paint, typed text would be lost.
  useLayoutEffect(() => {
    void check()
  }, [check])

  const authenticated = status === 'authenticated' && !checking && !formWanted
  useEffect(() => {
    if (authenticated) navigate(originOf(state), { replace: true })
  }, [authenticated, state, navigate])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const form = new FormData(event.currentTarget)
    const code = form.get('code')?.toString()
    setSending(true)
    setProblem(null)
    // Empty values are sent too, without client-side validation (specification 1.3).
    const refused = await signIn(String(form.get('username') ?? ''), String(form.get('password') ?? ''), code)
    setAsksForCode((before) => refused?.asksForCode ?? before)
    // No error message when the code field appears, because the field explains itself.
    setProblem(refused?.asksForCode && code === undefined ? null : (refused?.words ?? null))
    if (refused === null) setFormWanted(false)
    setSending(false)
  }

  const isChecking = checking || (status !== 'anonymous' && !formWanted)
  if (isChecking && !early) return <CheckingStatus whole />
  return (
    <main className="login">
      {isChecking && <CheckingStatus />}
      <div className="login-card">
        <Brand />
        <h1>Авторизация</h1>
        {ended && (
          <p className="login-note" role="status">
            Сеанс завершён. Войдите снова.
          </p>
        )}
        {/* With this method a browser sends nothing by itself before the app has started. */}
        <form className="login-form" method="dialog" onSubmit={submit} noValidate>
          <label className="field">
            <span className="field-label">Логин</span>
            <input
              className="input"
              name="username"
              defaultValue={early?.username}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </label>
          <PasswordField defaultValue={early?.password} />
          {asksForCode && <CodeField sending={sending} />}
          {problem !== null && <Alert>{problem}</Alert>}
          <Button type="submit" variant="primary" blocked={sending}>
            Авторизоваться
          </Button>
        </form>
      </div>
    </main>
  )
}

/**
 * Field for a code of the second factor, with the keyboard that fits the kind of code.
 * @param sending whether a code is being checked; the field is focused when it is mounted and after each rejected code
 */
function CodeField({ sending }: { sending: boolean }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [spare, setSpare] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is typed into the same field
  useLayoutEffect(() => {
    if (sending) return
    input.current?.focus()
    input.current?.select()
  }, [sending, spare])
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {spare ? 'Резервный код' : 'Код из приложения'}
      </label>
      <input
        ref={input}
        id={id}
        className="input"
        name="code"
        autoComplete="one-time-code"
        inputMode={spare ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button variant="quiet" className="code-kind" onClick={() => setSpare(!spare)}>
        {spare ? 'Ввести код из приложения' : 'Ввести резервный код'}
      </Button>
      <p className="field-hint">Нет ни телефона, ни кодов? Обратитесь к администратору.</p>
    </div>
  )
}

/**
 * Progress of the session check.
 * @param whole whether it fills the page; otherwise it is a line above the page
 */
export function CheckingStatus({ whole = false }: { whole?: boolean }) {
  return (
    <p role="status" className={whole ? 'checking checking-whole' : 'checking checking-line'}>
      Проверка авторизации…
    </p>
  )
}
