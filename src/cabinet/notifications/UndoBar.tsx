import type { Undo } from './useUndoWindows.ts'

interface UndoBarProps {
  undo: Undo
  /** after the bar has gone with the button that was pressed */
  onTaken(): void
}

/** The live region is always there, or screen readers would not read what comes into it. */
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
