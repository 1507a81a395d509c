import { useId } from 'react'
import { LOCATION_COLUMN_FIELDS, type LocationColumnField } from '../../../../contract/offers/offer-values.ts'
import { columnLabel } from '../../../../contract/sources/field-labels.ts'
import type { GuessedColumn } from '../../../../contract/sources/guess.ts'
import type { ColumnUse, PriceUnits, WarehousePlace } from '../mapping/column-use.ts'
import {
  FIELD_GROUPS,
  type FieldName,
  fieldLabel,
  isFieldName,
  isHeld,
  OFFER_LABELS,
} from '../mapping/fields.ts'
import { columnTarget, kopecksTarget, piecesTarget, TARGET } from './remedy-target.ts'

interface ColumnChoiceProps {
  /** fields whose values are parts of this column's values */
  parts: readonly FieldName[]
  column: string
  examples: readonly string[]
  /** why the guess takes a price column for what it is */
  because: string | undefined
  use: ColumnUse | null
  sureness: Sureness
  /** city and warehouse suggested for the column */
  place: WarehousePlace
  /** how its numbers are written, if it is a price */
  units: PriceUnits
  onUnits(units: PriceUnits): void
  onChange(use: ColumnUse | null): void
}

const PLACE = 'place:'
/** Value of the option for a column with the currency of the prices, which is no field of an offer. */
const CURRENCY = 'currency'

/** Dropdown for the use of a column, with the confidence of the current use. */
export function ColumnChoice(props: ColumnChoiceProps) {
  const { parts, column, examples, because, use, sureness, place, units, onUnits, onChange } = props
  const id = useId()
  const value =
    use === null ? '' : use.kind === 'field' ? use.field : use.kind === 'place' ? PLACE + use.holds : CURRENCY
  const held = use?.kind === 'field' ? use.field : use?.kind === 'place' ? use.holds : undefined
  const choose = (chosen: string) => {
    const holds = chosen.slice(PLACE.length)
    if (chosen.startsWith(PLACE) && isHeld(holds)) onChange(placeUse(use, holds, place))
    else if (chosen === CURRENCY) onChange({ kind: 'currency' })
    else onChange(isFieldName(chosen) ? { kind: 'field', field: chosen } : null)
  }
  const isIgnored = use === null && parts.length === 0
  const words = isIgnored && sureness.kind === 'chosen' ? 'не читается: выбрано вами' : surenessText(sureness)
  return (
    <div className="column-choice grid gap-4 rounded" data-unsure={sureness.kind === 'unsure' || undefined}>
      <label className="column-name font-semibold nowrap" htmlFor={id}>
        <span className="visually-hidden">Что в колонке </span>
        {columnLabel(column)}
      </label>
      <select
        id={id}
        {...{ [TARGET]: columnTarget(column) }}
        className="input"
        aria-describedby={`${id}-sure`}
        value={value}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{parts.length > 0 ? 'Только части' : 'Не загружать'}</option>
        {FIELD_GROUPS.map(({ label, fields }) => (
          <optgroup key={label} label={label}>
            {fields.map((field) => (
              <option key={field} value={field}>
                {fieldLabel(field)}
              </option>
            ))}
          </optgroup>
        ))}
        <optgroup label="О ценах">
          <option value={CURRENCY}>Валюта цен</option>
        </optgroup>
        <optgroup label="Колонка одного города или склада">
          {LOCATION_COLUMN_FIELDS.map((held) => (
            <option key={held} value={PLACE + held}>
              {OFFER_LABELS[held]} в одном месте
            </option>
          ))}
        </optgroup>
      </select>
      <span id={`${id}-sure`} className="column-sure grid text-12 text-muted" data-kind={sureness.kind}>
        {words}
        {because !== undefined && 'part' in sureness && <span>{because}</span>}
        {parts.length > 0 && (
          <span className="column-parts">
            {use === null ? 'Отсюда: ' : 'И отсюда: '}
            {parts.map((field) => fieldLabel(field).toLowerCase()).join(', ')}
          </span>
        )}
      </span>
      <span className="column-examples hidden">{examples.slice(0, 3).join(' · ')}</span>
      {held !== undefined && held !== 'stock' && isHeld(held) && (
        <UnitFields column={column} units={units} onUnits={onUnits} />
      )}
      {use?.kind === 'place' && (
        <div className="grid gap-4">
          <PlaceField
            label="Город"
            column={column}
            value={use.city}
            onChange={(city) => onChange({ ...use, city })}
          />
          <PlaceField
            label="Склад"
            column={column}
            value={use.warehouse}
            onChange={(warehouse) => onChange({ ...use, warehouse })}
          />
        </div>
      )}
    </div>
  )
}

/** Returns the use for a city or warehouse; another kind of value retains both. */
const placeUse = (use: ColumnUse | null, holds: LocationColumnField, place: WarehousePlace): ColumnUse =>
  use?.kind === 'place' ? { ...use, holds } : { kind: 'place', holds, ...place }

interface UnitFieldsProps {
  column: string
  units: PriceUnits
  onUnits(units: PriceUnits): void
}

/** Most tyres that a price may be for. */
const MAX_PIECES = 100

/** How the numbers of a price column are written: for how many tyres, and in which units. */
function UnitFields({ column, units, onUnits }: UnitFieldsProps) {
  const { pieces, inKopecks } = units
  return (
    <div className="column-units flex items-center gap-4-12 flex-wrap">
      <span className="column-unit gap-6 nowrap flex items-center">
        <span aria-hidden="true">за</span>
        <input
          {...{ [TARGET]: piecesTarget(column) }}
          className="input"
          type="number"
          min={1}
          max={MAX_PIECES}
          aria-label={`Шин за цену колонки ${column}`}
          value={pieces}
          onChange={({ target }) => {
            const { valueAsNumber: given } = target
            if (Number.isInteger(given) && given >= 1 && given <= MAX_PIECES)
              onUnits({ ...units, pieces: given })
          }}
        />
        <span aria-hidden="true">шт.</span>
      </span>
      {inKopecks !== null && (
        <label className="column-unit gap-6 nowrap flex items-center">
          <input
            {...{ [TARGET]: kopecksTarget(column) }}
            type="checkbox"
            className="checkbox"
            checked={inKopecks}
            onChange={({ target }) => onUnits({ ...units, inKopecks: target.checked })}
          />
          <span>
            в копейках<span className="visually-hidden"> в колонке {column}</span>
          </span>
        </label>
      )}
    </div>
  )
}

interface PlaceFieldProps {
  label: string
  column: string
  value: string
  onChange(value: string): void
}

function PlaceField({ label, column, value, onChange }: PlaceFieldProps) {
  return (
    <input
      className="input"
      aria-label={`${label} колонки ${column}`}
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Confidence that the use of a column is right. */
type Sureness =
  | { kind: 'sure' | 'likely' | 'unsure'; part: number }
  /** chosen by a person, or taken from the saved mapping */
  | { kind: 'chosen' | 'saved' | 'unused' }
  /** by the values of a column without a field of its own: a currency */
  | { kind: 'found' }

const SURE = 0.8
const LIKELY = 0.6

/**
 * Returns the confidence of a column's use.
 * @param column guess for the column; undefined without one
 * @param parts fields whose values are parts of this column's values
 */
export function surenessOf(
  column: GuessedColumn | undefined,
  use: ColumnUse | null,
  parts: readonly string[],
): Sureness {
  if (column === undefined) return { kind: use === null ? 'unused' : 'saved' }
  if (use?.kind === 'currency') return { kind: 'found' }
  const { takenFor } = column
  if (takenFor === null) return { kind: use === null ? 'unused' : 'chosen' }
  if (use === null && parts.includes(takenFor.field)) return ofShare(takenFor.sureness)
  const guessed =
    use !== null &&
    takenFor.field === (use.kind === 'field' ? use.field : use.holds) &&
    (use.kind === 'field'
      ? takenFor.city === undefined
      : (takenFor.city ?? takenFor.warehouse) !== undefined && (takenFor.city ?? use.city) === use.city)
  if (!guessed) return { kind: 'chosen' }
  return ofShare(takenFor.sureness)
}

export const ofShare = (part: number): Sureness => ({
  kind: part >= SURE ? 'sure' : part >= LIKELY ? 'likely' : 'unsure',
  part,
})

const WORDS = { sure: 'уверенно', likely: 'вероятно', unsure: 'проверьте' } as const

export function surenessText(sureness: Sureness): string {
  switch (sureness.kind) {
    case 'chosen':
      return 'выбрано вами'
    case 'saved':
      return 'как сохранено'
    case 'found':
      return 'запись не в рублях отклоняется'
    case 'unused':
      return 'не читается'
    default:
      return `${WORDS[sureness.kind]}, ${Math.round(sureness.part * 100)}\u00a0%`
  }
}
