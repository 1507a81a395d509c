import type { Undo } from './useUndoWindows.ts'
import './undo-bar.css'

interface UndoBarProps {
  undo: Undo
  /** called after the pressed button has disappeared with the bar, to move the focus */
  onTaken(): void
}

/**
 * Bar that offers to undo the last change. Its live region is always mounted, because screen readers ignore the initial
 * text of a new one.
 */
export function UndoBar({ undo, onTaken }: UndoBarProps) {
  const take = () => {
    undo.take()
    onTaken()
  }
  return (
    <div className="undo-bar" role="status">
      {undo.words !== null && (
        <div className="undo-bar-words">
          <span>{undo.words}</span>
          <button type="button" title="Ctrl+Z" aria-keyshortcuts="Control+Z" onClick={take}>
            Отменить
          </button>
        </div>
      )}
    </div>
  )
}
