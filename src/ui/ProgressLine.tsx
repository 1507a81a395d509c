import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import './progress-line.css'

interface ProgressLineProps {
  /** how far it is */
  words: string
  done?: number
  /** null: the bar only says that something goes on */
  total: number | null
  onCancel(): void
  /** told if it goes while its button has the focus */
  onFocusLost(): void
}

/** Something that takes its time, and may be ended. */
export function ProgressLine({ words, done, total, onCancel, onFocusLost }: ProgressLineProps) {
  const id = useId()
  const line = useRef<HTMLDivElement>(null)
  const giveFocus = useEffectEvent(onFocusLost)
  // The end of a layout effect comes before its elements are removed.
  useLayoutEffect(() => {
    const element = line.current
    // On a phone it may come below the fold of what was pressed.
    element?.scrollIntoView({ block: 'nearest' })
    return () => {
      if (element?.contains(document.activeElement)) giveFocus()
    }
  }, [])
  return (
    <div ref={line} className="progress-line">
      <label id={`${id}-words`} htmlFor={id}>
        {words}
      </label>
      {total === null ? <progress id={id} /> : <progress id={id} max={total} value={done} />}
      <Button variant="quiet" aria-describedby={`${id}-words`} onClick={onCancel}>
        Отменить
      </Button>
    </div>
  )
}
