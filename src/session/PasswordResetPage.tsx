import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { resetPassword } from '../api/password-reset-call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'
import { againState } from './origin.ts'
import './session.css'

const HOME = { pathname: ROUTES.home, search: '', hash: '' }

/** A new password by an administrator's link, whoever is signed in here (specification 11.11). */
export default function PasswordResetPage() {
  // Of the router, which keeps it once it is gone from the address bar.
  const { hash } = useLocation()
  const token = hash.slice(1)
  const [spent, setSpent] = useState('')
  const navigate = useNavigate()
  useDocumentTitle('Новый пароль')
  // The token must not stay in the address bar, the history, or a copied address.
  useEffect(() => {
    if (hash !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [hash])
  // Shows the form even to somebody who is signed in.
  const signIn = () => navigate(ROUTES.login, { state: againState(HOME), replace: true })
  return (
    <main className="login">
      <div className="login-card">
        <Brand />
        <h1>Новый пароль</h1>
        {token !== '' && token === spent ? (
          <>
            <Alert tone="success">Пароль изменён, все сеансы завершены. Войдите с новым паролем.</Alert>
            <Button variant="primary" onClick={signIn}>
              Войти
            </Button>
          </>
        ) : token === '' ? (
          <>
            <Alert tone="info">
              Ссылка открыта не целиком. Откройте её ещё раз или попросите у администратора новую.
            </Alert>
            <Button onClick={signIn}>Войти</Button>
          </>
        ) : (
          <ResetForm key={token} token={token} onDone={() => setSpent(token)} />
        )}
      </div>
    </main>
  )
}

function ResetForm({ token, onDone }: { token: string; onDone(): void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [differ, setDiffer] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const password = input.current?.value ?? ''
    const isSame = password === again.current?.value
    setDiffer(!isSame)
    setProblem(null)
    if (!isSame) again.current?.focus()
    if (!isSame || busy) return
    setBusy(true)
    const refusal = await resetPassword(token, password)
    if (refusal === null) return onDone()
    setProblem(refusal)
    setBusy(false)
  }
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <PasswordField
        input={input}
        label="Новый пароль"
        autoComplete="new-password"
        hint="Не меньше 8 символов"
      />
      <PasswordField
        input={again}
        label="Новый пароль ещё раз"
        name="again"
        autoComplete="new-password"
        problem={differ ? 'Пароли не совпадают.' : null}
      />
      {problem !== null && <Alert>{problem}</Alert>}
      <Button type="submit" variant="primary" blocked={busy}>
        {busy ? 'Сохраняем...' : 'Сохранить пароль'}
      </Button>
    </form>
  )
}
