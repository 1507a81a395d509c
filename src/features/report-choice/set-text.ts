import type { FilterSet } from '../../../contract/reports/filter-sets.ts'

const NAMED = 2

/** Splits values into 'Nokian, Hankook' and ' и ещё 2' for the rest. */
export const valueParts = (values: readonly string[], named = NAMED): [named: string, others: string] => [
  values.slice(0, named).join(', '),
  values.length > named ? ` и ещё ${values.length - named}` : '',
]

/** Joins values: 'Nokian, Hankook и ещё 2'. */
export const valueText = (values: readonly string[], named?: number): string =>
  valueParts(values, named).join('')

/** Describes a set: 'Nokian, Hankook и ещё 2', 'Кроме: КАМА'. */
export const setText = ({ values, except }: FilterSet): string =>
  (except ? 'Кроме: ' : '') + valueText(values)
