import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { useDismissal } from './useDismissal.ts'
import './action-menu.css'

interface ActionMenuProps<Action extends { label: string }> {
  /** accessible name, which names the object of the actions */
  label: string
  icon: ReactNode
  /** tooltip of the button */
  title?: string
  /** classes of the button */
  look?: string
  /** further words by which the palette finds the button; if undefined, the palette does not offer it */
  palette?: string
  actions: readonly Action[]
  onChoose(action: Action): void
}

/** Button that opens a menu of actions on one object. */
export function ActionMenu<Action extends { label: string }>(props: ActionMenuProps<Action>) {
  const { label, icon, title = 'Действия', look = 'icon-button', palette, actions, onChoose } = props
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
        className={look}
        data-palette={palette}
        aria-label={label}
        title={title}
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
              // Focuses the button, to which a dialog then restores the focus: the menu entry is hidden.
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
