import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ROUTES } from '../../contract/routes.ts'
import { Alert } from '../ui/Alert.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'
import { againState } from './origin.ts'
import { resetPassword } from './password-reset-call.ts'
import './session.css'

const HOME = { pathname: ROUTES.home, search: '', hash: '' }

/** State of a history entry whose link has set a password, which a reload must still know. Contains no token. */
const DONE = { passwordSet: true }

function hideToken() {
  if (window.location.hash !== '')
    window.history.replaceState(window.history.state, '', window.location.pathname)
}

/** Page to set a new password by an administrator's link, whoever is signed in here (specification 11.11). */
export function PasswordResetPage() {
  // The token as it was when the link was opened; it is removed from the address bar.
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  const isDone = (state as Partial<typeof DONE> | null)?.passwordSet === true
  const token = hash.slice(1)
  /** token that cannot be used, and the reason */
  const [spent, setSpent] = useState({ token: '', words: '' })
  useDocumentTitle('Новый пароль')
  // The token must not stay in the address bar, the history, or a copied address. It is removed before the page is
  // painted, and again if the same link is opened here once more.
  useLayoutEffect(() => {
    hideToken()
    window.addEventListener('hashchange', hideToken)
    return () => window.removeEventListener('hashchange', hideToken)
  }, [])
  return (
    <main className="login">
      <div className="login-card">
        <Brand />
        <h1>Новый пароль</h1>
        {token === '' && isDone ? (
          <SignInOffer key="done">
            <Alert tone="success">Пароль изменён, все сеансы завершены. Войдите с новым паролем.</Alert>
          </SignInOffer>
        ) : token === '' ? (
          <SignInOffer key="none">
            <Alert tone="info">
              Ссылка открыта не целиком, или страницу обновили. Откройте ссылку ещё раз или попросите у
              администратора новую.
            </Alert>
          </SignInOffer>
        ) : token === spent.token ? (
          <SignInOffer key="spent">
            <Alert>{spent.words}</Alert>
          </SignInOffer>
        ) : (
          <ResetForm
            key={token}
            token={token}
            onSpent={(words) => setSpent({ token, words })}
            onDone={() => navigate(ROUTES.passwordReset, { state: DONE, replace: true })}
          />
        )}
      </div>
    </main>
  )
}

/** Outcome of the link, and a button to the login screen, focused because the form is gone. */
function SignInOffer({ children }: { children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  // Shows the form even to a user who is signed in.
  const navigate = useNavigate()
  const signIn = () => navigate(ROUTES.login, { state: againState(HOME), replace: true })
  return (
    <>
      {children}
      <Button ref={button} variant="primary" onClick={signIn}>
        Войти
      </Button>
    </>
  )
}

interface ResetFormProps {
  token: string
  onDone(): void
  /**
   * called when the link cannot be used
   * @param words the reason, for the user
   */
  onSpent(words: string): void
}

interface Problem {
  words: string
  /** field that the problem is about */
  about: 'password' | 'again' | null
}

function ResetForm({ token, onDone, onSpent }: ResetFormProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  const at = (field: Problem['about']) => (problem?.about === field ? problem.words : null)
  const refuse = (refusal: Problem) => {
    setProblem(refusal)
    if (refusal.about !== null) ({ password: input, again })[refusal.about].current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const password = input.current?.value ?? ''
    setProblem(null)
    if (password !== again.current?.value) return refuse({ about: 'again', words: 'Пароли не совпадают.' })
    setBusy(true)
    const refusal = await resetPassword(token, password)
    if (refusal === null) return onDone()
    const { about, words } = refusal
    if (about === 'link') return onSpent(words)
    setBusy(false)
    refuse({ about, words })
  }
  const other = at(null)
  return (
    <form className="login-form" onSubmit={submit} noValidate>
      <PasswordField
        input={input}
        label="Новый пароль"
        autoComplete="new-password"
        hint="Не меньше 8 символов"
        problem={at('password')}
      />
      <PasswordField
        input={again}
        label="Новый пароль ещё раз"
        name="again"
        autoComplete="new-password"
        problem={at('again')}
      />
      {other !== null && <Alert>{other}</Alert>}
      <Button type="submit" variant="primary" blocked={busy}>
        {busy ? 'Сохраняем...' : 'Сохранить пароль'}
      </Button>
    </form>
  )
}
