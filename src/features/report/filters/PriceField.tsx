import {
  PRICE_TYPE_LABELS,
  type PriceType,
  priceTypesOf,
  type Report,
} from '../../../../contract/reports/reports.ts'
import { SelectField } from '../../../ui/Field.tsx'

interface PriceFieldProps {
  report: Report
  value: PriceType
  onChange(value: PriceType): void
}

/** Dropdown 'Цена' with the report's price types; disabled if there is only one. */
export function PriceField({ report, value, onChange }: PriceFieldProps) {
  const types = priceTypesOf(report)
  return (
    <SelectField
      label="Цена"
      disabled={types.length === 1}
      value={value}
      onChange={onChange}
      options={types.map((type) => ({ value: type, name: PRICE_TYPE_LABELS[type] }))}
    />
  )
}
