import { useQuery } from '@tanstack/react-query'
import type { FocusEvent, KeyboardEvent } from 'react'
import { parsePercent } from '../../../../contract/lib/percent.ts'
import { FILTERS, type FilterName } from '../../../../contract/reports/filters.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { vehicleTypesQuery } from '../../../data/report-queries.ts'
import { useChunk } from '../../../ui/code-chunk.tsx'
import { Field, TextField } from '../../../ui/Field.tsx'
import { DayField } from './DayField.tsx'
import { fieldParts, fields } from './on-demand-fields.ts'
import type { TypedMeaning } from './SearchBox.tsx'
import type { FormChoice } from './useFormChoice.ts'

interface SelectProps {
  name: FilterName
  form: FormChoice
  options: readonly string[]
  loading: boolean
  meaningOf?: ((typed: string) => TypedMeaning | null) | undefined
}

/** Filter field for one value, or for several if the server accepts them. */
export function SearchableSelect({ name, form, options, loading, meaningOf }: SelectProps) {
  const several = useQuery(companionQuery).data?.offers.includes('values')
  const { filters, sets } = form.choice
  return (
    <Field label={FILTERS[name].label} className="field-several">
      {({ id }) => (
        <>
          {!sets[name] && (
            <OneValue
              id={id}
              options={options}
              value={filters[name] ?? ''}
              loading={loading}
              onChange={(next) => form.setFilter(name, next)}
              meaningOf={meaningOf}
            />
          )}
          {several && <fieldParts.Several name={name} form={form} options={options} />}
        </>
      )}
    </Field>
  )
}

/** Maximum number of options of a native select, which is the fastest control on a phone. */
const NATIVE_UP_TO = 8

interface OneValueProps {
  /** id of the control, for its label element */
  id: string
  options: readonly string[]
  value: string
  /** whether the options are loading; disables the field, because it may become a combobox and would lose the focus */
  loading: boolean
  onChange(value: string): void
  meaningOf?: ((typed: string) => TypedMeaning | null) | undefined
}

const labelOf = (value: string): string => (value === '' ? 'Все' : value)

/** Dropdown whose first option 'Все' means no filter; long lists are searchable. */
function OneValue({ id, options, value, loading, onChange, meaningOf }: OneValueProps) {
  const code = useChunk(fields)
  const isLong = options.length > NATIVE_UP_TO
  const waits = loading || (isLong && code === undefined)
  // A shared link may contain a value that is not in the list.
  const values = ['', ...options, ...(value !== '' && !options.includes(value) ? [value] : [])]
  return isLong && code ? (
    <code.SearchBox
      id={id}
      values={values}
      labelOf={labelOf}
      value={value}
      onChange={onChange}
      meaningOf={meaningOf}
    />
  ) : (
    <select
      id={id}
      className="input"
      value={value}
      disabled={waits}
      onChange={(event) => onChange(event.target.value)}
    >
      {(waits ? [value] : values).map((option) => (
        <option key={option} value={option}>
          {labelOf(option)}
        </option>
      ))}
    </select>
  )
}

interface VehicleFieldProps {
  /** vehicle types from the filters answer, used if the backend's own list of vehicle types is empty */
  otherOptions: readonly string[]
  form: FormChoice
}

/** Filter field 'Тип': a dropdown, or free text if there is no list of vehicle types (specification 4.6). */
export function VehicleField({ otherOptions, form }: VehicleFieldProps) {
  const { data, isError, isPending } = useQuery(vehicleTypesQuery)
  const options = data && data.types.length > 0 ? data.types : otherOptions
  const { filters, sets } = form.choice
  if (isPending || sets.vehicle || (!isError && options.length > 0)) {
    return <SearchableSelect name="vehicle" form={form} options={options} loading={isPending} />
  }
  return (
    <TextField
      label={FILTERS.vehicle.label}
      placeholder="car, truck"
      value={filters.vehicle ?? ''}
      onChange={(value) => form.setFilter('vehicle', value)}
    />
  )
}

interface PercentFieldProps {
  initial: number | null
  enabled: boolean
  onChange(percent: number | null): void
}

const decimal = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** Change of the percent by arrow key, in tenths. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/** Percent field that clears invalid input (specification 4.7 and 4.8); Chromium's number field parses '5,5' as 55. */
export function PercentField({ initial, enabled, onChange }: PercentFieldProps) {
  const settle = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const percent = parsePercent(input.value)
    input.value = percent === null ? '' : decimal.format(percent)
  }
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const tenths = STEPS[event.key]
    if (tenths === undefined) return
    event.preventDefault()
    const { currentTarget: input } = event
    const percent = Math.min(
      100,
      Math.max(0, Math.round((parsePercent(input.value) ?? 0) * 10 + tenths) / 10),
    )
    input.value = decimal.format(percent)
    onChange(percent)
  }
  return (
    <TextField
      label="Процент (%)"
      hint={enabled ? 'Введите процент (0–100)' : 'Ввод недоступен для оптовой цены.'}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0–100"
      defaultValue={initial === null ? '' : decimal.format(initial)}
      disabled={!enabled}
      onChange={(value) => onChange(parsePercent(value))}
      onKeyDown={step}
      onBlur={settle}
    />
  )
}

interface CompareFieldProps {
  value: string
  /** the report's day */
  date: string
  /** days that have prices, newest first */
  days: readonly string[]
  onChange(day: string): void
}

/** Field for the comparison day, if the server compares days (specification 4.30). */
export function CompareField({ value, date, days, onChange }: CompareFieldProps) {
  const { data } = useQuery(companionQuery)
  if (!data?.offers.includes('compare')) return null
  return (
    <DayField
      label="Сравнить с"
      calendar="День для сравнения"
      hint={value === '' ? 'с предыдущим днём сайта' : ''}
      value={value}
      near={date}
      days={days}
      onChange={onChange}
    />
  )
}
