// Specification 4.23

import { expect, it } from 'vitest'
import { indexOf, sampleColumns } from '../../../tests/support/report-page.ts'
import { inOneForm } from '../report/layouts/wide/wide-columns.ts'

const columns = sampleColumns()
const retail = indexOf(columns, 'Москва', 'shina.ru', '', 'retail')
const stock = indexOf(columns, 'Москва', 'shina.ru', '', 'stock')
const kinds = (fractions: boolean, more: typeof columns = []) =>
  inOneForm([...columns, ...more], fractions).map(({ kind }) => kind)

it('inOneForm shows whole prices without decimals', () => {
  expect(kinds(false)[retail]).toBe('price')
})

it('inOneForm gives all prices decimals if one has them, and no other column', () => {
  expect(kinds(true)[retail]).toBe('money2')
  expect(kinds(true)).not.toContain('price')
  expect(kinds(true)[stock]).toBe('stock')
})

it('inOneForm gives prices decimals if there are statistics', () => {
  const statistic = { ...(columns[retail] as (typeof columns)[number]), id: 'x.min', kind: 'money2' as const }
  expect(kinds(false, [statistic])[retail]).toBe('money2')
})
