import { useCallback, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { lazyPage } from '../../ui/lazy-page.tsx'
import { useDismissal } from '../../ui/useDismissal.ts'

const DayCalendar = lazyPage(() => import('./DayCalendar.tsx'))

interface DayFieldProps {
  value: string
  /** days that have prices, newest first; [] if the server does not say */
  days: readonly string[]
  onChange(day: string): void
}

/** The date, with a calendar of the days that have prices beside it (specification 4.28). */
export function DayField({ value, days, onChange }: DayFieldProps) {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = useCallback(() => setOpen(false), [])
  useDismissal(open, whole, close, button)
  const choose = (day: string) => {
    button.current?.focus()
    close()
    onChange(day)
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Дата
      </label>
      <div ref={whole} className="day-field">
        <input
          id={id}
          className="input"
          type="date"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {days.length > 0 && (
          <button
            ref={button}
            type="button"
            className="icon-button"
            aria-label="Календарь"
            title="Календарь: дни, за которые есть цены"
            aria-expanded={open}
            onPointerEnter={() => void DayCalendar.preload()}
            onClick={() => setOpen(!open)}
          >
            <Icon name="calendar" />
          </button>
        )}
        {open && (
          <div className="popup day-popup" role="dialog" aria-label="Календарь">
            <DayCalendar day={value} days={days} onChoose={choose} />
          </div>
        )}
      </div>
    </div>
  )
}
