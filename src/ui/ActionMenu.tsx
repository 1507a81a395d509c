import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { useDismissal } from './useDismissal.ts'
import './action-menu.css'

interface ActionMenuProps<Action extends { label: string }> {
  /** accessible name: the object of the actions */
  label: string
  icon: ReactNode
  actions: readonly Action[]
  onChoose(action: Action): void
}

/** Button that unfolds the actions for one object. */
export function ActionMenu<Action extends { label: string }>(props: ActionMenuProps<Action>) {
  const { label, icon, actions, onChoose } = props
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = useCallback(() => setOpen(false), [])
  useDismissal(open, whole, close, button)
  return (
    <div ref={whole} className="action-menu">
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
        {icon}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: not a set of form fields */}
      <div id={id} hidden={!open} className="popup" role="group" aria-label={label}>
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            className="popup-item"
            onClick={() => {
              close()
              // The focus returns here after a dialog, because the menu entry is hidden again.
              button.current?.focus()
              onChoose(action)
            }}
          >
            {action.label}
          </button>
        ))}
      </div>
    </div>
  )
}
