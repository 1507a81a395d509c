import { useCallback, useId, useRef, useState } from 'react'
import type { ListedUser } from '../../../contract/account/users.ts'
import { useDismissal } from '../../ui/useDismissal.ts'
import { CabinetIcon } from '../CabinetIcon.tsx'
import { USER_ACTIONS, type UserAction } from './user-actions.ts'

interface UserMenuProps {
  user: ListedUser
  onChoose(user: ListedUser, action: UserAction): void
}

/** What can be done to one user. */
export function UserMenu({ user, onChoose }: UserMenuProps) {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = useCallback(() => setOpen(false), [])
  useDismissal(open, whole, close, button)
  const label = `Действия: ${user.username}`
  return (
    <div ref={whole} className="user-actions">
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={label}
        title="Действия"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <CabinetIcon name="more" />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: not a set of form fields */}
      <div id={id} hidden={!open} className="popup" role="group" aria-label={label}>
        {USER_ACTIONS.filter(({ fits }) => fits(user)).map((action) => (
          <button
            key={action.label}
            type="button"
            className="popup-item"
            onClick={() => {
              close()
              // The focus returns here after a dialog; the entry itself is hidden again.
              button.current?.focus()
              onChoose(user, action)
            }}
          >
            {action.label}
          </button>
        ))}
      </div>
    </div>
  )
}
