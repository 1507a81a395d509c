// Specification 10.12, 10.13

import { describe, expect, it } from 'vitest'
import { createTestSink } from '../../../tests/support/record-sink.ts'
import { ImportError } from '../errors.ts'
import { jsonlReader } from './jsonl.ts'

describe('jsonlReader', () => {
  it('reads a record from each line and continues after a broken one', () => {
    const sink = createTestSink()
    const reader = jsonlReader({ list: 'shops' }, sink)
    reader.push('{"a":1,"shops":[{"c":"Тула"}]}\r\n\n{"a":')
    reader.push('2}\nмусор\n[1]\n{"a":3,"b":NaN,}')
    reader.end()
    expect(sink.seen).toEqual([
      { line: 1, fields: { a: 1 }, items: [{ c: 'Тула' }] },
      { line: 3, fields: { a: 2 }, items: [] },
      { line: 6, fields: { a: 3 }, items: [] },
    ])
    expect(sink.bad).toEqual([
      {
        line: 4,
        reason: 'строка не объект JSON',
        text: 'JSON повреждён (строка 4, знак 1): значение без кавычек «▸мусор»: мусор',
      },
      { line: 5, reason: 'строка не объект JSON', text: '[1]' },
    ])
  })

  it('ends lines at CR if there are no others', () => {
    const sink = createTestSink()
    const reader = jsonlReader({}, sink)
    reader.push('{"a":1}\r{"a":2}\r{"a"')
    reader.push(':3}')
    reader.end()
    expect(sink.seen.map(({ line, fields }) => [line, fields.a])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })

  it('gives up on an unterminated line', () => {
    const reader = jsonlReader({}, createTestSink())
    expect(() => reader.push('x'.repeat(1_100_000))).toThrow(ImportError)
  })
})
