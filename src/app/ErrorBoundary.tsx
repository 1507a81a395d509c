import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import './fault.css'

/** Error boundary around the whole app: renders a message and a way to continue. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
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
