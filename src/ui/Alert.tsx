import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './alert.css'

interface AlertProps {
  children: ReactNode
  tone?: 'danger' | 'warning' | 'success' | 'info'
  /** without it, the message stays until it is replaced */
  onDismiss?: (() => void) | undefined
  action?: ReactNode
}

/** Alert (specification 2.7), announced at once and visible until dismissed or replaced. */
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
