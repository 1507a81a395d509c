import { type FormEvent, useEffect, useLayoutEffect, useState } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'
import { type Address, go, useAddress } from './address.ts'
import { CheckingStatus } from './CheckingStatus.tsx'
import { CodeField } from './CodeField.tsx'
import { originOf, wantsSignIn } from './origin.ts'
import { useSession } from './useSession.ts'
import './session.css'

const stateOf = ({ state }: Address) => state

/** Specification 1.2, and 11.7 for the code of the second factor. */
export default function LoginPage() {
  const { status, checking, ended, check, signIn } = useSession()
  const state = useAddress(stateOf)
  const [problem, setProblem] = useState<string | null>(null)
  const [asksForCode, setAsksForCode] = useState(false)
  const [sending, setSending] = useState(false)
  const [formWanted, setFormWanted] = useState(() => wantsSignIn(state))
  useDocumentTitle('Авторизация')

  // Before the first paint: a form that is seen and then replaced by the check would lose what was typed into it.
  useLayoutEffect(() => {
    void check()
  }, [check])

  const authenticated = status === 'authenticated' && !checking && !formWanted
  useEffect(() => {
    if (authenticated) go(originOf(state), { replace: true })
  }, [authenticated, state])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const form = new FormData(event.currentTarget)
    const code = form.get('code')?.toString()
    setSending(true)
    setProblem(null)
    // No client-side validation: empty values are sent (specification 1.3).
    const refused = await signIn(String(form.get('username') ?? ''), String(form.get('password') ?? ''), code)
    setAsksForCode((before) => refused?.asksForCode ?? before)
    // The new field asks by itself.
    setProblem(refused?.asksForCode && code === undefined ? null : (refused?.words ?? null))
    if (refused === null) setFormWanted(false)
    setSending(false)
  }

  if (checking || (status !== 'anonymous' && !formWanted)) return <CheckingStatus whole />
  return (
    <main className="login">
      <div className="login-card">
        <Brand />
        <h1>Авторизация</h1>
        {ended && (
          <p className="login-note" role="status">
            Сеанс завершён. Войдите снова.
          </p>
        )}
        <form className="login-form" onSubmit={submit} noValidate>
          <label className="field">
            <span className="field-label">Логин</span>
            <input
              className="input"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </label>
          <PasswordField />
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
