import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import './progress-line.css'

interface ProgressLineProps {
  /** progress as text */
  words: string
  done?: number
  /** value of `done` at the end; null if unknown, the bar then only indicates activity */
  total: number | null
  onCancel(): void
  /** called if the line is unmounted while its button has the focus */
  onFocusLost(): void
}

/** Progress of an action that takes long, with a button that cancels it. */
export function ProgressLine({ words, done, total, onCancel, onFocusLost }: ProgressLineProps) {
  const id = useId()
  const line = useRef<HTMLDivElement>(null)
  const giveFocus = useEffectEvent(onFocusLost)
  // A layout effect, because its clean-up runs before the elements are removed and can still read the focus.
  useLayoutEffect(() => {
    const element = line.current
    // On a phone, the line may be below the visible part of the page.
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
