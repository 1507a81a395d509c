import { type ReactNode, useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'

interface SetupStepProps {
  number: number
  title: string
  /** what was done; null while the step is open */
  done: string | null
  isOpen: boolean
  /** opens or closes the step; null if it has no content */
  onOpen: (() => void) | null
  onSkip: (() => void) | null
  children: ReactNode
}

/** Step of the set-up, whose content is shown while it is open. */
export function SetupStep({ number, title, done, isOpen, onOpen, onSkip, children }: SetupStepProps) {
  const id = useId()
  return (
    <li className="setup-item" data-done={done === null ? undefined : true}>
      <span className="setup-number" aria-hidden="true">
        {done === null ? number : <CabinetIcon name="check" />}
      </span>
      <div className="setup-title">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {(done !== null || !isOpen) && (
          <p className="text-14 text-muted wrap-anywhere">{done ?? 'не сделано'}</p>
        )}
      </div>
      {onOpen && !(isOpen && done === null) && (
        <Button variant="quiet" aria-expanded={isOpen} aria-describedby={id} onClick={onOpen}>
          {isOpen ? 'Свернуть' : done === null ? 'Открыть' : 'Изменить'}
        </Button>
      )}
      {isOpen && (
        <div className="setup-content">
          {children}
          {onSkip && (
            <Button variant="quiet" className="setup-skip" aria-describedby={id} onClick={onSkip}>
              Пропустить
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
