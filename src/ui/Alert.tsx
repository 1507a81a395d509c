import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './alert.css'

interface AlertProps {
  children: ReactNode
  tone?: 'danger' | 'warning' | 'success' | 'info'
  /** called to dismiss the alert; without it, the alert has no such button */
  onDismiss?: (() => void) | undefined
  action?: ReactNode
}

/** Alert (specification 2.7). It is announced at once and stays until it is dismissed or replaced. */
export function Alert({ children, tone = 'danger', onDismiss, action }: AlertProps) {
  return (
    <div className={`alert alert-${tone}`} role="alert">
      <span className="alert-text">{children}</span>
      {action}
      {onDismiss && (
        <button type="button" className="alert-dismiss" aria-label="Закрыть сообщение" onClick={onDismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
