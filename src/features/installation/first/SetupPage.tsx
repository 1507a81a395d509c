import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { STATUS_ROUTE } from '../../../../contract/installation/installation-paths.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import { failureText } from '../../../data/companion-calls.ts'
import { originState } from '../../../session/origin.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Brand } from '../../../ui/Brand.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import './first-admin.css'
import { SetupForm } from './SetupForm.tsx'
import { isSetupOpen } from './setup-calls.ts'

/** The login screen leads there, at once if somebody is signed in. */
const TO_STEPS = originState({ pathname: `${STATUS_ROUTE}/setup`, search: '', hash: '' })

type State = 'checking' | 'open' | 'over' | { problem: string }

/** First page of an installation without users: it creates the administrator (specification 28.1 and 28.2). */
export function SetupPage() {
  const navigate = useNavigate()
  const [state, setState] = useState<State>('checking')
  useDocumentTitle('Первая настройка')
  const check = useCallback((signal: AbortSignal) => {
    setState('checking')
    isSetupOpen(signal).then(
      (isOpen) => setState(isOpen ? 'open' : 'over'),
      (error: unknown) => {
        if (!signal.aborted) setState({ problem: failureText(error) })
      },
    )
  }, [])
  useEffect(() => {
    const stop = new AbortController()
    check(stop.signal)
    return () => stop.abort()
  }, [check])
  return (
    <main className="login">
      <div className="login-card setup-card">
        <Brand />
        <header className="grid gap-4">
          <h1>Первая настройка</h1>
          {state === 'open' && <p className="text-14 text-muted">Шаг 1 из 4: администратор</p>}
        </header>
        {state === 'checking' && <Loading />}
        {state === 'open' && <SetupForm onOver={() => setState('over')} />}
        {state === 'over' && (
          <>
            <Alert tone="info">Администратор уже создан. Остальные шаги — после входа, в «Состоянии».</Alert>
            <Button
              variant="primary"
              onClick={() => navigate(ROUTES.login, { replace: true, state: TO_STEPS })}
            >
              Войти
            </Button>
          </>
        )}
        {typeof state === 'object' && (
          <Alert
            action={
              <Button variant="quiet" onClick={() => check(new AbortController().signal)}>
                Повторить
              </Button>
            }
          >
            {state.problem}
          </Alert>
        )}
      </div>
    </main>
  )
}
