// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestSink } from '../../../tests/support/record-sink.ts'
import { ImportError } from '../errors.ts'
import { csvReader } from './csv.ts'
import type { RecordOptions } from './reader.ts'

function read(text: string, options: RecordOptions = {}, sizes: number[] = []) {
  const sink = createTestSink()
  const reader = csvReader(options, sink)
  let at = 0
  for (const size of [...sizes, text.length]) {
    reader.push(text.slice(at, at + size))
    at += size
  }
  reader.end()
  return sink
}

describe('csvReader', () => {
  it('reads rows by the header, with line numbers', () => {
    const { seen } = read('a,b\r\n1,2\r\n\r\n3,4')
    expect(seen).toEqual([
      { line: 2, fields: { a: '1', b: '2' } },
      { line: 4, fields: { a: '3', b: '4' } },
    ])
  })

  it('ends lines at CR, LF and CRLF, also mixed', () => {
    const { seen } = read('a,b\r1,2\r"3\r4",5\n6,7\r\n8,9\r')
    expect(seen).toEqual([
      { line: 2, fields: { a: '1', b: '2' } },
      { line: 3, fields: { a: '3\r4', b: '5' } },
      { line: 5, fields: { a: '6', b: '7' } },
      { line: 6, fields: { a: '8', b: '9' } },
    ])
  })

  it.each([';', '\t', ',', '|'])('detects the delimiter %j', (delimiter) => {
    const text = `"a, ; b"${delimiter}c${delimiter}d\n1${delimiter}2${delimiter}3`
    expect(read(text).seen[0]?.fields).toEqual({ 'a, ; b': '1', c: '2', d: '3' })
  })

  it('reads quoted fields containing delimiters, line breaks and quotes', () => {
    const { seen } = read('a;b\n"x;y";"1\n2"\n"say ""hi""";z\n')
    expect(seen).toEqual([
      { line: 2, fields: { a: 'x;y', b: '1\n2' } },
      { line: 4, fields: { a: 'say "hi"', b: 'z' } },
    ])
  })

  it('reads a quote inside an unquoted field literally', () => {
    expect(read('a;b\nдиск 22" литой;2').seen[0]?.fields).toEqual({ a: 'диск 22" литой', b: '2' })
  })

  it('finds the header in a later row, below titles', () => {
    const { seen } = read(';;"Состояние, на\nутро"\n;"Шины"\nЦена;Остаток\n1;2', { header: 3 })
    expect(seen).toEqual([{ line: 5, fields: { Цена: '1', Остаток: '2' } }])
  })

  it('names columns by letters without a header', () => {
    expect(read('1;2', { header: 0 }).seen).toEqual([{ line: 1, fields: { A: '1', B: '2' } }])
  })

  it('rejects a row with surplus fields, unless they are empty', () => {
    const { seen, bad } = read('a,b\n1,2,3\n4,5,,\n6')
    expect(bad).toEqual([{ line: 2, reason: 'полей больше, чем колонок', text: '1,2,3' }])
    expect(seen.map(({ fields }) => fields)).toEqual([{ a: '4', b: '5' }, { a: '6' }])
  })

  it('reports the line of an unclosed quote', () => {
    expect(() => read('a,b\n1,2\n"3,4\n5,6')).toThrow('CSV обрывается: кавычка в строке 3 не закрыта')
    expect(() => read(`a,b\n"3,4\n${'5,6\n'.repeat(300_000)}`)).toThrow(ImportError)
  })

  it('requires the header row that the mapping names', () => {
    expect(() => read('a\n', { header: 3 })).toThrow(ImportError)
  })

  it('reads back any table, however it is split into chunks', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'Ж', '"', ';', '\n', '\r', ' ', '1') })
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
    const lineEnds = fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1, maxLength: 4 })
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const plain = (text: string) => (/[";\n\r]/.test(text) ? quoted(text) : text)
    fc.assert(
      fc.property(table, fc.array(fc.nat(7)), fc.boolean(), lineEnds, (rows, sizes, quoteAll, ends) => {
        const lines = rows.map((row) => row.map(quoteAll ? quoted : plain).join(';'))
        const text = ['x;y;z', ...lines].map((line, at) => line + ends[at % ends.length]).join('')
        const { seen, bad } = read(text, { delimiter: ';' }, sizes)
        const full = rows.map(([x, y, z]) => ({ x, y, z }))
        const expected = full.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
        )
        expect(seen.map(({ fields }) => fields)).toEqual(expected)
        expect(bad).toEqual([])
      }),
    )
  })
})
