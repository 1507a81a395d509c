import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FORMULA_BASES } from '../../../contract/decisions/price-by.ts'
import { MAX_STRATEGY_NAME_LENGTH, ROUNDINGS } from '../../../contract/decisions/rule.ts'
import { MORNING_WAIT_HOURS } from '../../../contract/strategies/strategy.ts'
import { Choice } from '../../ui/Choice.tsx'
import { CheckField, Field, FieldLabel, FieldSet, SelectField, TextField } from '../../ui/Field.tsx'
import { NotLoaded } from '../cabinet/QueryState.tsx'
import { ROUNDING_NAMES } from '../decisions/pricing-rule.ts'
import {
  type NumberField,
  type StrategyDraft,
  strategyFieldProblem,
  VALUE_FILTERS,
} from './strategy-draft.ts'
import { strategyChoicesQuery } from './strategy-queries.ts'
import { BASE_NAMES, OF_COMPETITORS } from './strategy-words.ts'

interface StrategyFieldsProps {
  draft: StrategyDraft
  /** name that the strategy has as long as nobody types one */
  suggestion: string
  onChange(part: Partial<StrategyDraft>): void
}

const KINDS = [
  { value: 'retail', name: 'розничные' },
  { value: 'wholesale', name: 'оптовые' },
] as const
const UNITS = [
  { value: 'percent', name: '%' },
  { value: 'roubles', name: '₽' },
] as const
const FILTER_LABELS = { seasons: 'Сезон', diameters: 'Диаметр', brands: 'Бренды', cities: 'Города' } as const

/** Fields of a strategy: which prices it decides, by what, and when. */
export function StrategyFields({ draft, suggestion, onChange }: StrategyFieldsProps) {
  const id = useId()
  const { data: choices, error, refetch } = useQuery(strategyChoicesQuery)
  const number = (field: NumberField) => ({ id: `${id}-${field}`, draft, field, onChange })
  return (
    <>
      <TextField
        label="Название"
        hint="Можно не заполнять: название сложится из настроек"
        maxLength={MAX_STRATEGY_NAME_LENGTH}
        autoComplete="off"
        placeholder={suggestion}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <fieldset className="strategy-group grid gap-10">
        <legend>Какие цены</legend>
        <Choice label="Цены" options={KINDS} value={draft.kind} onChange={(kind) => onChange({ kind })} />
        {error && !choices && (
          <NotLoaded
            error={error}
            words="Не удалось узнать бренды и города: "
            onRetry={() => void refetch()}
          />
        )}
        {VALUE_FILTERS.map((filter) => (
          <ValuesField
            key={filter}
            label={FILTER_LABELS[filter]}
            options={choices?.[filter] ?? []}
            chosen={draft[filter]}
            onChange={(values) => onChange({ [filter]: values })}
          />
        ))}
        <div className="strategy-pair grid grid-cols-2 items-start gap-12">
          <Range label="Наш остаток, шт.">
            <NumberInput {...number('stockFrom')} label="Наш остаток от" placeholder="от" />
            <NumberInput {...number('stockTo')} label="Наш остаток до" placeholder="до" />
          </Range>
          <Range label="В продаже без перерыва, дней">
            <NumberInput {...number('ageFrom')} label="Дней в продаже от" placeholder="от" />
            <NumberInput {...number('ageTo')} label="Дней в продаже до" placeholder="до" />
          </Range>
        </div>
      </fieldset>
      <fieldset className="strategy-group grid gap-10">
        <legend>Цена</legend>
        <div className="strategy-pair grid grid-cols-2 items-start gap-12">
          <SelectField
            label="От чего"
            value={draft.base}
            onChange={(base) => onChange({ base })}
            options={FORMULA_BASES.map((base) => ({ value: base, name: BASE_NAMES[base] }))}
          />
          <Range label="Плюс или минус">
            <NumberInput {...number('by')} label="Плюс или минус" />
            <Choice
              label="Единица"
              options={UNITS}
              value={draft.unit}
              onChange={(unit) => onChange({ unit })}
            />
          </Range>
          <Field label="Не ниже себестоимости + %" id={`${id}-floor`}>
            {() => <NumberInput {...number('floor')} placeholder="без порога" />}
          </Field>
          <SelectField
            label="Округлить"
            value={draft.round}
            onChange={(round) => onChange({ round })}
            options={ROUNDINGS.map((round) => ({ value: round, name: ROUNDING_NAMES[round] }))}
          />
        </div>
        {OF_COMPETITORS.has(draft.base) && (
          <CheckField checked={draft.inStock} onChange={(inStock) => onChange({ inStock })}>
            Только цены конкурентов в наличии
          </CheckField>
        )}
      </fieldset>
      <TextField
        label="Собирать набор каждое утро, время московское"
        hint={`Пусто — не собирать. Ждёт цен дня до ${MORNING_WAIT_HOURS} часов, потом считает по тем, что есть`}
        className="strategy-time"
        type="time"
        value={draft.morning}
        onChange={(morning) => onChange({ morning })}
      />
    </>
  )
}

function Range({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="field">
      <FieldLabel>{label}</FieldLabel>
      <div className="grid grid-cols-2 items-start gap-8">{children}</div>
    </div>
  )
}

interface NumberInputProps {
  id: string
  draft: StrategyDraft
  field: NumberField
  /** accessible name, where no label belongs to the field alone */
  label?: string
  placeholder?: string
  onChange(part: Partial<StrategyDraft>): void
}

function NumberInput({ id, draft, field, label, placeholder, onChange }: NumberInputProps) {
  const problem = strategyFieldProblem(draft, field)
  return (
    <div className="field">
      <input
        id={id}
        className="input"
        // iPhone's keyboard for 'decimal' has no minus sign.
        inputMode={field === 'by' || field === 'floor' ? 'text' : 'numeric'}
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        value={draft[field]}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
      {problem !== null && (
        <span id={`${id}-problem`} className="field-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

interface ValuesFieldProps {
  label: string
  /** values of the last day; a chosen value that is no longer among them is displayed too */
  options: readonly string[]
  /** [] for all */
  chosen: readonly string[]
  onChange(values: string[]): void
}

/** Number of values up to which all are displayed at once. */
const FEW = 8

/** Field with several values; without any it means all. Many values are folded, with a search. */
function ValuesField({ label, options, chosen, onChange }: ValuesFieldProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const all = [...options, ...chosen.filter((value) => !options.includes(value))]
  const wanted = search.trim().toLowerCase()
  const shown = all.filter((value) => value.toLowerCase().includes(wanted))
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  const ticks = (
    <div className="strategy-values flex flex-wrap">
      {shown.map((value) => (
        <label key={value} className="strategy-value">
          <input
            type="checkbox"
            className="checkbox"
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <span>{value}</span>
        </label>
      ))}
      {shown.length === 0 && <span className="strategies-more">Ничего не найдено</span>}
    </div>
  )
  const summary = chosen.length === 0 ? 'все' : chosen.join(', ')
  if (all.length === 0) return null
  if (all.length <= FEW)
    return (
      <FieldSet className="strategy-few grid gap-10" label={`${label}: ${summary}`}>
        {ticks}
      </FieldSet>
    )
  return (
    <details className="strategy-many">
      <summary>
        <FieldLabel>{label}</FieldLabel> <b>{summary}</b>
      </summary>
      <fieldset className="strategy-few grid gap-10">
        <legend className="visually-hidden">{label}</legend>
        <div className="strategy-search flex gap-8">
          <input
            type="search"
            className="input"
            aria-label={`Найти: ${label.toLowerCase()}`}
            aria-controls={id}
            placeholder="Найти"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          {chosen.length > 0 && (
            <button type="button" className="button button-quiet" onClick={() => onChange([])}>
              Все
            </button>
          )}
        </div>
        <div id={id}>{ticks}</div>
      </fieldset>
    </details>
  )
}
