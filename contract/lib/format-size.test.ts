import { expect, it } from 'vitest'
import { formatSize } from './format-size.ts'

it.each([
  [0, '0 Б'],
  [640, '640 Б'],
  [1024, '1 КБ'],
  [12_600, '12 КБ'],
  [1024 * 1024 - 1, '1 МБ'],
  [50 * 1024 * 1024, '50 МБ'],
  [3.44 * 1024 * 1024, '3,4 МБ'],
  [5000 * 1024 ** 3, '5\u00a0000 ГБ'],
  [-1, '0 Б'],
])('formatSize(%d) is %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words.replace(/ (?=\S+$)/, '\u00a0'))
})
