import { useState } from 'react'
import { type BelowAnswer, MOST_TOLERANCE } from '../../../../contract/recommended/below.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { FilterForm } from '../../cabinet/FilterForm.tsx'
import { BELOW_FILTERS, type BelowFilters } from '../recommended-queries.ts'

interface BelowFilterFormProps {
  filters: BelowFilters
  answer: BelowAnswer
  onChoose(filters: BelowFilters): void
}

const NO_FILTERS: BelowFilters = { date: '', site: '', brand: '', city: '', q: '', over: '' }

/** Form with the filters of the report. */
export function BelowFilterForm({ filters, answer, onChoose }: BelowFilterFormProps) {
  const [isOpen, setOpen] = useState(false)
  const { day, first_day: firstDay, last_day: lastDay } = answer
  const choose = (given: BelowFilters) => {
    setOpen(false)
    onChoose({
      ...given,
      date: given.date === lastDay ? '' : given.date,
      over: Number(given.over) > 0 ? given.over : '',
    })
  }
  const set = BELOW_FILTERS.filter((name) => name !== 'q' && filters[name] !== '').length
  const options = [
    { name: 'site', label: 'Сайт', none: 'Все сайты', values: answer.sites.map(({ site }) => site) },
    { name: 'brand', label: 'Бренд', none: 'Все бренды', values: answer.brands },
    { name: 'city', label: 'Город', none: 'Все города', values: answer.cities },
  ] as const
  return (
    <FilterForm
      label="Отбор цен ниже РРЦ"
      className="rrp-filters"
      data-open={isOpen || undefined}
      filters={{ ...filters, date: filters.date || (day ?? '') }}
      none={{ ...NO_FILTERS, date: lastDay ?? '' }}
      onChoose={choose}
      actions={
        <Button
          variant="quiet"
          className="rrp-unfold"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Свернуть' : set === 0 ? 'Условия' : `Условия: ${set}`}
        </Button>
      }
    >
      <TextField
        name="q"
        label="Шина"
        type="search"
        placeholder="Артикул, модель, размер"
        maxLength={200}
        autoComplete="off"
      />
      {options.map(({ name, label, none, values }) => (
        <SelectField
          key={name}
          {...{ name, label, none }}
          options={withChosen(values, filters[name]).map((value) => ({ value, name: value }))}
        />
      ))}
      <TextField
        name="date"
        label="День"
        type="date"
        min={firstDay ?? undefined}
        max={lastDay ?? undefined}
      />
      <TextField
        name="over"
        label="Не считать до, %"
        type="number"
        inputMode="decimal"
        min={0}
        max={MOST_TOLERANCE}
        step="0.1"
        placeholder="0"
      />
    </FilterForm>
  )
}

/** Returns the options with the chosen one, which other filters may have left out; '' stands for a missing value. */
const withChosen = (values: readonly string[], chosen: string): readonly string[] => {
  const named = values.filter((value) => value !== '')
  return chosen === '' || named.includes(chosen) ? named : [...named, chosen]
}
