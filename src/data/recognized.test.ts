import { expect, it } from 'vitest'
import { ReadError } from '../../contract/legacy/lenient-json.ts'
import { parseSearchAnswer } from '../../contract/search/search-answer.ts'
import { parseTyreAnswer } from '../../contract/tyre/tyre-answer.ts'
import { failureText } from './companion-calls.ts'
import { recognized } from './recognized.ts'

const failureOf = (read: () => unknown): string => {
  try {
    recognized(read)
  } catch (error) {
    expect(error).toBeInstanceOf(ReadError)
    return failureText(error)
  }
  throw new Error('was read')
}

it.each(['<!doctype html>', '{}', '{"version":2}'])('names no reason that only we understand: %s', (body) => {
  expect(failureOf(() => parseSearchAnswer(body))).toBe('Ответ сервера не распознан.')
  expect(failureOf(() => parseTyreAnswer(body))).toBe('Ответ сервера не распознан.')
})

it('leaves other failures and values as they are', () => {
  const failure = new TypeError('Failed to fetch')
  expect(() =>
    recognized(() => {
      throw failure
    }),
  ).toThrow(failure)
  expect(recognized(() => 0)).toBe(0)
})
