import { useId } from 'react'
import {
  PRICE_TYPE_LABELS,
  type PriceType,
  priceTypesOf,
  type Report,
} from '../../../../contract/reports/reports.ts'

interface PriceFieldProps {
  report: Report
  value: PriceType
  onChange(value: PriceType): void
}

/** Dropdown 'Цена' with the report's price types; disabled if there is only one. */
export function PriceField({ report, value, onChange }: PriceFieldProps) {
  const id = useId()
  const types = priceTypesOf(report)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Цена
      </label>
      <select
        id={id}
        className="input"
        disabled={types.length === 1}
        value={value}
        onChange={(event) => onChange(event.target.value as PriceType)}
      >
        {types.map((type) => (
          <option key={type} value={type}>
            {PRICE_TYPE_LABELS[type]}
          </option>
        ))}
      </select>
    </div>
  )
}
