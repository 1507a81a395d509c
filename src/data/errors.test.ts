import { expect, it } from 'vitest'
import { messageOf } from './errors.ts'

it.each([
  ['Chromium, without an answer', 'Failed to fetch'],
  ['Chromium, in the middle of an answer', 'network error'],
  ['Firefox, without an answer', 'NetworkError when attempting to fetch resource.'],
  ['Firefox, in the middle of an answer', 'Error in input stream'],
  ['WebKit', 'Load failed'],
])('a lost connection is told in our words: %s', (_, message) => {
  expect(messageOf(new TypeError(message))).toBe('Ошибка соединения с сервером')
})

it('messageOf returns the message of other failures unchanged', () => {
  expect(messageOf(new Error('Плохо'))).toBe('Плохо')
})
