// Specification 13.14

import { expect, it } from 'vitest'
import { dispositionName } from './fetch.ts'

it.each([
  [undefined, ''],
  ['attachment', ''],
  ['attachment; filename="price.xlsx"', 'price.xlsx'],
  ['attachment; filename=price.csv; size=5', 'price.csv'],
  [`attachment; filename="x.csv"; filename*=UTF-8''%D0%A6%D0%B5%D0%BD%D1%8B.csv`, 'Цены.csv'],
  [`attachment; filename="y.csv"; filename*=UTF-8''%D0%`, 'y.csv'],
  [`attachment; filename="${Buffer.from('Шины.xls').toString('latin1')}"`, 'Шины.xls'],
  ['attachment; filename="a\\"b.csv"', 'a"b.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  [`attachment; filename*=UTF-8''a%E2%80%AEgpj.csv${'x'.repeat(300)}`, `agpj.csv${'x'.repeat(192)}`],
])('dispositionName returns the name in the header %s', (header, name) => {
  expect(dispositionName(header)).toBe(name)
})
