import type { Undo } from './useUndoWindows.ts'
import './undo-bar.css'

interface UndoBarProps {
  undo: Undo
  /** called after the bar has disappeared together with the pressed button */
  onTaken(): void
}

/** The live region is always mounted; otherwise screen readers would not announce its content. */
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
