import { Component, type ReactNode, useEffect, useEffectEvent } from 'react'
import { BrowserRouter, useNavigate } from 'react-router-dom'
import { onWorkerEvent } from '../pwa/worker-channel.ts'
import { SessionProvider } from '../session/SessionProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { Entrance } from './Entrance.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'
import './fault.css'

export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <SessionProvider>
          <Entrance />
          <UpdateNotice />
          <WorkerLinks />
        </SessionProvider>
      </BrowserRouter>
    </ErrorBoundary>
  )
}

/** Navigates to the path of a notification that the user has tapped. The worker has focused this window before. */
function WorkerLinks() {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))
  useEffect(
    () =>
      onWorkerEvent((event) => {
        if (event.type === 'go') open(event.path)
      }),
    [],
  )
  return null
}

/** Error boundary around the whole app: renders a message and a way to continue. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="fault" role="alert">
        <h1>Что-то пошло не так</h1>
        <p>Страница не открылась из-за ошибки в приложении. Обновите её; данные на сервере не пострадали.</p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Обновить страницу
        </Button>
      </main>
    )
  }
}
