import { useCallback, useRef, useState } from 'react'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useDismissal } from '../../../ui/useDismissal.ts'
import { fieldParts, fields } from './on-demand-fields.ts'

interface DayFieldProps {
  label?: string
  /** label of the button that opens the calendar */
  calendar?: string
  /** text below the field */
  hint?: string
  value: string
  /** day whose month the calendar opens in if the field is empty */
  near?: string
  /** days that have prices, newest first; [] if the server does not list them */
  days: readonly string[]
  onChange(day: string): void
}

/** Date field with a calendar of the days that have prices (specification 4.28). */
export function DayField({
  label = 'Дата',
  calendar = 'Календарь',
  hint,
  value,
  near,
  days,
  onChange,
}: DayFieldProps) {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  useDismissal(open, whole, close, button)
  const choose = (day: string) => {
    button.current?.focus()
    close()
    onChange(day)
  }
  return (
    <Field {...{ label, hint }}>
      {(control) => (
        <div ref={whole} className="day-field">
          <input {...control} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
          {days.length > 0 && (
            <button
              ref={button}
              type="button"
              className="icon-button"
              aria-label={calendar}
              title={`${calendar}: дни, за которые есть цены`}
              aria-expanded={open}
              onPointerEnter={() => void fields.preload()}
              onClick={() => setOpen(!open)}
            >
              <Icon name="calendar" />
            </button>
          )}
          {open && (
            <div className="popup day-popup" role="dialog" aria-label={calendar}>
              <fieldParts.DayCalendar day={value} near={near} days={days} onChoose={choose} />
            </div>
          )}
        </div>
      )}
    </Field>
  )
}
