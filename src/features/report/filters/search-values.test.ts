// Specification 4.4

import { expect, it } from 'vitest'
import { searchValues } from './SearchBox.tsx'

const VALUES = ['', 'Белшина', 'Зелёная', 'Шина', 'Yokohama']
const labelOf = (value: string) => value || 'Все'
const search = (typed: string) => searchValues(VALUES, labelOf, typed)

it.each([
  ['шина', ['Шина', 'Белшина']],
  ['YOKO', ['Yokohama']],
  ['зелен', ['Зелёная']],
  ['  ', VALUES],
  ['вс', ['']],
  ['xyz', []],
])('what is typed as «%s» finds %j', (typed, found) => {
  expect(search(typed)).toEqual(found)
})
