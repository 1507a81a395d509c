import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { type BelowAnswer, MOST_TOLERANCE } from '../../../../contract/recommended/below.ts'
import { Button } from '../../../ui/Button.tsx'
import { BELOW_FILTERS, type BelowFilters } from '../recommended-calls.ts'

interface BelowFilterFormProps {
  filters: BelowFilters
  answer: BelowAnswer
  onChoose(filters: BelowFilters): void
}

const NO_FILTERS: BelowFilters = { date: '', site: '', brand: '', city: '', q: '', over: '' }

/** Form with the filters of the report; 'Показать' applies them. */
export function BelowFilterForm({ filters, answer, onChoose }: BelowFilterFormProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const shown = { ...filters, date: filters.date || (answer.day ?? '') }
  const fill = (values: BelowFilters) => {
    for (const name of BELOW_FILTERS) {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
        control.value = values[name]
    }
  }
  // Updates the uncontrolled fields when 'back' or a link changes the URL, without remounting them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new filters and days count
  useLayoutEffect(() => fill(shown), [filters, answer.day])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: keyof BelowFilters) => String(given.get(name) ?? '').trim()
    const date = text('date')
    setOpen(false)
    onChoose({
      date: date === answer.last_day ? '' : date,
      site: text('site'),
      brand: text('brand'),
      city: text('city'),
      q: text('q'),
      over: Number(text('over')) > 0 ? text('over') : '',
    })
  }
  const set = BELOW_FILTERS.filter((name) => name !== 'q' && filters[name] !== '').length
  const options = [
    { name: 'site', label: 'Сайт', all: 'Все сайты', values: answer.sites.map(({ site }) => site) },
    { name: 'brand', label: 'Бренд', all: 'Все бренды', values: answer.brands },
    { name: 'city', label: 'Город', all: 'Все города', values: answer.cities },
  ] as const
  return (
    <form
      ref={form}
      className="panel rrp-filters"
      aria-label="Отбор цен ниже РРЦ"
      data-open={isOpen || undefined}
      onSubmit={submit}
    >
      <div className="field">
        <label className="field-label" htmlFor={`${id}-q`}>
          Шина
        </label>
        <input
          id={`${id}-q`}
          name="q"
          type="search"
          className="input"
          placeholder="Артикул, модель, размер"
          maxLength={200}
          autoComplete="off"
        />
      </div>
      {options.map(({ name, label, all, values }) => (
        <div key={name} className="field">
          <label className="field-label" htmlFor={`${id}-${name}`}>
            {label}
          </label>
          <select id={`${id}-${name}`} name={name} className="input">
            <option value="">{all}</option>
            {withChosen(values, filters[name]).map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        </div>
      ))}
      <div className="field">
        <label className="field-label" htmlFor={`${id}-date`}>
          День
        </label>
        <input
          id={`${id}-date`}
          name="date"
          type="date"
          className="input"
          min={answer.first_day ?? undefined}
          max={answer.last_day ?? undefined}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-over`}>
          Не считать до, %
        </label>
        <input
          id={`${id}-over`}
          name="over"
          type="number"
          className="input"
          inputMode="decimal"
          min={0}
          max={MOST_TOLERANCE}
          step="0.1"
          placeholder="0"
        />
      </div>
      <div className="panel-actions">
        <Button type="submit" variant="primary">
          Показать
        </Button>
        <Button
          onClick={() => {
            // Also clears input that has not been applied.
            fill({ ...NO_FILTERS, date: answer.last_day ?? '' })
            onChoose(NO_FILTERS)
          }}
        >
          Сбросить
        </Button>
        <Button
          variant="quiet"
          className="rrp-unfold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Свернуть' : set === 0 ? 'Условия' : `Условия: ${set}`}
        </Button>
      </div>
    </form>
  )
}

/** Returns the options with the chosen one, which other filters may have left out; '' stands for a missing value. */
const withChosen = (values: readonly string[], chosen: string): readonly string[] => {
  const named = values.filter((value) => value !== '')
  return chosen === '' || named.includes(chosen) ? named : [...named, chosen]
}
