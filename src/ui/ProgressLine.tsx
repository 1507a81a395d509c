import { useId } from 'react'
import { Button } from './Button.tsx'
import './progress-line.css'

interface ProgressLineProps {
  /** how far it is */
  words: string
  done?: number
  /** null: the bar only says that something goes on */
  total: number | null
  onCancel(): void
}

/** Something that takes its time, and may be ended. */
export function ProgressLine({ words, done, total, onCancel }: ProgressLineProps) {
  const id = useId()
  return (
    <div className="progress-line">
      <label htmlFor={id}>{words}</label>
      {total === null ? <progress id={id} /> : <progress id={id} max={total} value={done} />}
      <Button variant="quiet" onClick={onCancel}>
        Отменить
      </Button>
    </div>
  )
}
