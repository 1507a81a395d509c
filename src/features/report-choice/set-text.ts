import type { FilterSet } from '../../../contract/reports/filter-sets.ts'

const NAMED = 2

/** Splits values into the names of the first ones, 'Nokian, Hankook', and the number of the rest, ' и ещё 2'. */
export const valueParts = (values: readonly string[], named = NAMED): [named: string, others: string] => [
  values.slice(0, named).join(', '),
  values.length > named ? ` и ещё ${values.length - named}` : '',
]

/** Joins values into a text: 'Nokian, Hankook и ещё 2'. */
export const valueText = (values: readonly string[], named?: number): string =>
  valueParts(values, named).join('')

/** Returns text for a set: 'Nokian, Hankook и ещё 2', 'Кроме: КАМА'. */
export const setText = ({ values, except }: FilterSet): string =>
  (except ? 'Кроме: ' : '') + valueText(values)
