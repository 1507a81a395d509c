import { Icon } from './Icon.tsx'
import './move-button.css'

interface MoveButtonProps {
  /** name of the item that is moved, for the label */
  name: string
  up?: boolean
  /** whether the item is already first or last */
  blocked: boolean
  onMove(): void
}

/** Button that moves an item of a list up or down by one place. */
export function MoveButton({ name, up = false, blocked, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      className={up ? 'icon-button move-up' : 'icon-button'}
      aria-label={`${name}: ${up ? 'раньше' : 'позже'}`}
      // Focusable although inactive: a disabled button would lose the focus at the first or last position.
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : onMove}
    >
      <Icon name="chevron" />
    </button>
  )
}
