import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ACCOUNT_PATHS } from '../../contract/paths.ts'
import { ROUTES } from '../../contract/routes.ts'
import { jsonBody, sendOnce } from '../data/client.ts'
import { failureText } from '../data/companion-calls.ts'
import { HttpError, textField } from '../data/errors.ts'
import { useForm } from '../data/useForm.ts'
import { Alert } from '../ui/Alert.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { NewPasswordFields } from '../ui/NewPasswordFields.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'
import { againState } from './origin.ts'
import './session.css'

const HOME = { pathname: ROUTES.home, search: '', hash: '' }

/** State of the history entry after the link was used successfully; it survives a reload and contains no token. */
const DONE = { passwordSet: true }

function hideToken() {
  if (window.location.hash !== '')
    window.history.replaceState(window.history.state, '', window.location.pathname)
}

/** Page that sets a new password with an administrator's link, regardless of who is signed in (specification 11.11). */
export function PasswordResetPage() {
  // Location as rendered: it still contains the token, which is removed from the address bar only.
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  const isDone = (state as Partial<typeof DONE> | null)?.passwordSet === true
  const token = hash.slice(1)
  /** token of a link that cannot be used, and the reason */
  const [spent, setSpent] = useState({ token: '', words: '' })
  useDocumentTitle('Новый пароль')
  // The token must not remain in the address bar and the history, from where it could be copied. It is removed before
  // the first paint, and again if the link is opened in this tab once more.
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

/** Result of using the link, and a focused button to the login screen, because the form was unmounted. */
function SignInOffer({ children }: { children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [])
  // The state makes the login screen appear even for a signed-in user.
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
   * Called if the link cannot be used.
   * @param words reason as text for the user
   */
  onSpent(words: string): void
}

function ResetForm({ token, onDone, onSpent }: ResetFormProps) {
  const { busy, onSubmit, problemAt } = useForm<'password' | 'again'>({
    names: ['password', 'again'],
    check: ({ password, again }) =>
      password === again ? null : { field: 'again', words: 'Пароли не совпадают.' },
    async send({ password }) {
      const refusal = await resetPassword(token, password)
      if (refusal === null) onDone()
      else if (refusal.about === 'link') onSpent(refusal.words)
      else return { field: refusal.about, words: refusal.words }
      return null
    },
  })
  return (
    <form className="login-form" onSubmit={onSubmit} noValidate>
      <NewPasswordFields label="Новый пароль" problemAt={problemAt} />
      {problemAt(null) !== null && <Alert>{problemAt(null)}</Alert>}
      <Button type="submit" variant="primary" blocked={busy}>
        {busy ? 'Сохраняем...' : 'Сохранить пароль'}
      </Button>
    </form>
  )
}

/** Reason why a new password was not set. */
interface ResetRefusal {
  /** reason as text for the user */
  words: string
  /** what caused it: the password, the link, or null for anything else */
  about: 'password' | 'link' | null
}

const NOT_OFFERED: ResetRefusal = {
  words: 'Этот сервер не меняет пароли по ссылке. Обратитесь к администратору.',
  about: 'link',
}

const ABOUT: Readonly<Record<number, ResetRefusal['about']>> = { 400: 'password', 404: 'link' }

/** Statuses of servers that do not support the request. */
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Sets a new password with an administrator's link (specification 11.11). The token in the link authorises the request,
 * so no session is needed.
 * @returns null on success
 */
async function resetPassword(token: string, password: string): Promise<ResetRefusal | null> {
  try {
    const response = await sendOnce(
      ACCOUNT_PATHS.passwordReset,
      { method: 'POST', ...jsonBody({ token, password }) },
      null,
    )
    const { ok, status, statusText } = response
    const body = await response.text()
    const isCompanion = textField(body, ok ? 'message' : 'error') !== null
    if (!isCompanion && (ok || NO_SUCH_CALL.has(status))) return NOT_OFFERED
    if (ok) return null
    return { words: failureText(new HttpError(status, statusText, body)), about: ABOUT[status] ?? null }
  } catch (error) {
    return { words: failureText(error), about: null }
  }
}
