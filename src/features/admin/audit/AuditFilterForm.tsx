import { type FormEvent, useId, useLayoutEffect, useRef } from 'react'
import { AUDIT_EVENTS } from '../../../../contract/account/audit-log.ts'
import { Button } from '../../../ui/Button.tsx'
import type { AuditFilter } from './audit-calls.ts'

interface AuditFilterFormProps {
  filter: AuditFilter
  onChoose(filter: AuditFilter): void
}

const NAMES = ['event', 'text', 'from', 'to'] as const
const NOTHING: AuditFilter = { event: '', text: '', from: '', to: '' }

/** Form with the filters of the audit log; 'Показать' applies them. */
export function AuditFilterForm({ filter, onChoose }: AuditFilterFormProps) {
  const id = useId()
  const whole = useRef<HTMLFormElement>(null)
  const fill = (values: AuditFilter) => {
    for (const name of NAMES) {
      const control = whole.current?.elements.namedItem(name)
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
        control.value = values[name]
      }
    }
  }
  // Updates the uncontrolled fields when 'back' or 'forward' changes the URL, without remounting them, so that the
  // focus stays. A layout effect: an ordinary one could overwrite input entered right after the paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new filter counts
  useLayoutEffect(() => fill(filter), [filter])
  const reset = () => {
    // Also clears input that has not been applied.
    fill(NOTHING)
    if (Object.values(filter).some((value) => value !== '')) onChoose(NOTHING)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const of = (name: keyof AuditFilter) => String(form.get(name) ?? '').trim()
    onChoose({ event: of('event'), text: of('text'), from: of('from'), to: of('to') })
  }
  const control = (name: keyof AuditFilter) => ({
    id: `${id}-${name}`,
    name,
    className: 'input',
  })
  return (
    <form ref={whole} className="audit-filter panel" aria-label="Отбор записей" onSubmit={submit}>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-event`}>
          Событие
        </label>
        <select {...control('event')}>
          <option value="">Все</option>
          {Object.entries(AUDIT_EVENTS).map(([event, words]) => (
            <option key={event} value={event}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-text`}>
          Имя или подробности
        </label>
        <input {...control('text')} type="search" maxLength={100} autoComplete="off" />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-from`}>
          С дня
        </label>
        <input {...control('from')} type="date" />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-to`}>
          По день
        </label>
        <input {...control('to')} type="date" />
      </div>
      <div className="panel-actions">
        <Button type="submit" variant="primary">
          Показать
        </Button>
        <Button onClick={reset}>Сбросить</Button>
      </div>
    </form>
  )
}
