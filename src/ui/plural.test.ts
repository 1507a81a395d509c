import { expect, it } from 'vitest'
import { countText, pluralForm } from './plural.ts'

it.each([
  [0, '0 страниц'],
  [1, '1 страница'],
  [3, '3 страницы'],
  [11, '11 страниц'],
  [21, '21 страница'],
  [112, '112 страниц'],
  [1005, '1\u00a0005 страниц'],
])('counted(%d) is %s', (count, words) => {
  expect(countText(count, ['страница', 'страницы', 'страниц'])).toBe(words)
})

it.each([
  [1, 'Уйдёт'],
  [393, 'Уйдут'],
  [288, 'Уйдёт'],
])('the verb that agrees with %d prices is %s', (count, words) => {
  expect(pluralForm(count, ['Уйдёт', 'Уйдут', 'Уйдёт'])).toBe(words)
})
