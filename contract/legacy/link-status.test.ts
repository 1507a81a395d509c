import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReadError } from './lenient-json.ts'
import { readMailStatus, readMessage, readTelegramStatus, readUrl } from './link-status.ts'

const answer = (message: unknown) => JSON.stringify({ message })

describe('specification 7.15: the e-mail message', () => {
  it.each([true, 'linked', 'true', '1'])('%j means linked', (message) => {
    expect(readMailStatus(answer(message))).toBe('linked')
  })

  it.each([false, 'unlinked', 'false', '0'])('%j means not linked', (message) => {
    expect(readMailStatus(answer(message))).toBe('not-linked')
  })

  it.each([null, '', 'yes', 'LINKED', 1, 0, 2, [], {}, 'Письмо отправлено'])(
    '%j means unknown',
    (message) => {
      expect(readMailStatus(answer(message))).toBe('unknown')
    },
  )

  it.each(['', '<html></html>', 'null', '[true]', '"linked"', '{}', '{"__proto__":{"message":true}}'])(
    'an answer %j without it means unknown',
    (body) => {
      expect(readMailStatus(body)).toBe('unknown')
    },
  )
})

describe('specification 7.15: the Telegram message', () => {
  it('means linked only when it equals linked', () => {
    expect(readTelegramStatus(answer('linked'))).toBe('linked')
  })

  it.each([true, 'true', '1', 'Linked', ' linked', 'unlinked', null, undefined, 1])(
    '%j does not mean linked',
    (message) => {
      expect(readTelegramStatus(answer(message))).toBe('not-linked')
    },
  )

  it.each(['', '<html></html>', 'null', '["linked"]', '"linked"'])('an answer %j cannot be read', (body) => {
    expect(() => readTelegramStatus(body)).toThrow(ReadError)
  })
})

describe('messages for the user', () => {
  it.each([
    ['Письмо отправлено на a@b.ru', 'Письмо отправлено на a@b.ru'],
    ['  Готово ', 'Готово'],
    ['', null],
    [' ', null],
    ['linked', null],
    ['unlinked', null],
    ['1', null],
    [true, null],
    [5, null],
    [null, null],
    [{ text: 'x' }, null],
  ])('of the message %j are %j', (message, words) => {
    expect(readMessage(answer(message))).toBe(words)
  })

  it('are null for invalid JSON', () => {
    expect(readMessage('Bad Gateway')).toBeNull()
  })
})

it.each([
  ['{"url":" https://t.me/bot?start=1 "}', 'https://t.me/bot?start=1'],
  ['{"url":""}', null],
  ['{"url":5}', null],
  ['{}', null],
  ['', null],
])('the url of %j is %j', (body, url) => {
  expect(readUrl(body)).toBe(url)
})

it('any answer gives a status, a message or none, or a ReadError', () => {
  const body = fc.oneof(
    fc.json(),
    fc.jsonValue().map((message) => JSON.stringify({ message, url: message })),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(body, (text) => {
      expect(['linked', 'not-linked', 'unknown']).toContain(readMailStatus(text))
      const words = readMessage(text)
      expect(words === null || words.trim() !== '').toBe(true)
      const url = readUrl(text)
      expect(url === null || url.trim() !== '').toBe(true)
      try {
        expect(['linked', 'not-linked']).toContain(readTelegramStatus(text))
      } catch (error) {
        expect(error).toBeInstanceOf(ReadError)
      }
    }),
  )
})
