// Specification 14.1

import { expect, test } from 'vitest'
import type { Cell } from '../reports/report-row.ts'
import { tyreKey } from './tyre-key.ts'
import { ofEachSpec, type SpecName } from './tyre-specs.ts'

const tyre = (given: Partial<Record<SpecName, Cell>>) => ofEachSpec((name) => given[name] ?? null)

test.each([
  ['TS 32-100/a', 'TS32100A'],
  ['0312005', '0312005'],
  [312005, '312005'],
  ['Ш-205.55', 'Ш20555'],
])('the article %s is the key %s', (article, key) => {
  expect(tyreKey(tyre({ article, name: 'any' }))).toBe(key)
})

test('without an article is derived from the description, in any spelling', () => {
  const one = tyre({ brand: 'Nordway', name: 'Ice  Grip', width: '205', diameter: 'R16' })
  const same = tyre({ article: ' - ', brand: 'NORDWAY', name: 'ice grip ', width: 205, diameter: 'r16' })
  const other = tyre({ brand: 'Nordway', name: 'Ice Grip', width: '215', diameter: 'R16' })
  expect(tyreKey(one)).toMatch(/^~[0-9a-z]+$/)
  expect(tyreKey(same)).toBe(tyreKey(one))
  expect(tyreKey(other)).not.toBe(tyreKey(one))
})
