import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { FORMULA_BASES } from '../../../contract/decisions/price-by.ts'
import { LONGEST_STRATEGY_NAME, ROUNDINGS } from '../../../contract/decisions/rule.ts'
import { MORNING_WAIT_HOURS } from '../../../contract/strategies/strategy.ts'
import { Choice } from '../../ui/Choice.tsx'
import { ROUNDING_NAMES } from '../decisions/rule-text.ts'
import { NotLoaded } from './NotLoaded.tsx'
import { strategyChoicesQuery } from './strategy-calls.ts'
import {
  type NumberField,
  type StrategyDraft,
  strategyFieldProblem,
  VALUE_FILTERS,
} from './strategy-draft.ts'
import { BASE_NAMES, OF_COMPETITORS } from './strategy-words.ts'
import { ValuesField } from './ValuesField.tsx'

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
      <div className="field">
        <label className="field-label" htmlFor={`${id}-name`}>
          Название
        </label>
        <input
          id={`${id}-name`}
          className="input"
          maxLength={LONGEST_STRATEGY_NAME}
          autoComplete="off"
          placeholder={suggestion}
          value={draft.name}
          aria-describedby={`${id}-name-hint`}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <span id={`${id}-name-hint`} className="field-hint">
          Можно не заполнять: название сложится из настроек
        </span>
      </div>
      <fieldset className="strategy-group">
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
        <div className="strategy-pair">
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
      <fieldset className="strategy-group">
        <legend>Цена</legend>
        <div className="strategy-pair">
          <div className="field">
            <label className="field-label" htmlFor={`${id}-base`}>
              От чего
            </label>
            <select
              id={`${id}-base`}
              className="input"
              value={draft.base}
              onChange={({ target }) => onChange({ base: target.value as StrategyDraft['base'] })}
            >
              {FORMULA_BASES.map((base) => (
                <option key={base} value={base}>
                  {BASE_NAMES[base]}
                </option>
              ))}
            </select>
          </div>
          <Range label="Плюс или минус">
            <NumberInput {...number('by')} label="Плюс или минус" />
            <Choice
              label="Единица"
              options={UNITS}
              value={draft.unit}
              onChange={(unit) => onChange({ unit })}
            />
          </Range>
          <div className="field">
            <label className="field-label" htmlFor={`${id}-floor`}>
              Не ниже себестоимости + %
            </label>
            <NumberInput {...number('floor')} placeholder="без порога" />
          </div>
          <div className="field">
            <label className="field-label" htmlFor={`${id}-round`}>
              Округлить
            </label>
            <select
              id={`${id}-round`}
              className="input"
              value={draft.round}
              onChange={({ target }) => onChange({ round: target.value as StrategyDraft['round'] })}
            >
              {ROUNDINGS.map((round) => (
                <option key={round} value={round}>
                  {ROUNDING_NAMES[round]}
                </option>
              ))}
            </select>
          </div>
        </div>
        {OF_COMPETITORS.has(draft.base) && (
          <label className="check">
            <input
              type="checkbox"
              checked={draft.inStock}
              onChange={({ target }) => onChange({ inStock: target.checked })}
            />
            Только цены конкурентов в наличии
          </label>
        )}
      </fieldset>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-morning`}>
          Собирать набор каждое утро, время московское
        </label>
        <input
          id={`${id}-morning`}
          type="time"
          className="input strategy-time"
          aria-describedby={`${id}-morning-hint`}
          value={draft.morning}
          onChange={({ target }) => onChange({ morning: target.value })}
        />
        <span id={`${id}-morning-hint`} className="field-hint">
          Пусто — не собирать. Ждёт цен дня до {MORNING_WAIT_HOURS} часов, потом считает по тем, что есть
        </span>
      </div>
    </>
  )
}

function Range({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <div className="strategy-range">{children}</div>
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
