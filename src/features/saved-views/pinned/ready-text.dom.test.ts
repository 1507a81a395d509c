// Specification 18.6

import { expect, it } from 'vitest'
import { readyText } from './PinNote.tsx'

it.each([
  [new Date(2026, 3, 18, 7, 42), 'готов без сети, 07:42'],
  [new Date(2026, 3, 17, 23, 59), 'готов без сети, 17 апр, 23:59'],
])('readyText describes a view saved at %s as %s', (saved, words) => {
  expect(readyText({ readyAt: saved.getTime() }, new Date(2026, 3, 18, 9, 0))).toBe(words)
})

it('readyText reports missing pages', () => {
  expect(readyText({ readyAt: null })).toBe('не готов без сети')
})
