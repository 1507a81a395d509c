// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestSink } from '../../../tests/support/record-sink.ts'
import { ImportError } from '../errors.ts'
import { createAlterations } from '../remarks.ts'
import { jsonReader } from './json.ts'
import type { RecordOptions } from './reader.ts'

function read(text: string, options: RecordOptions = {}, sizes: number[] = []) {
  const sink = createTestSink()
  const reader = jsonReader(options, sink)
  let at = 0
  for (const size of [...sizes, text.length]) {
    reader.push(text.slice(at, at + size))
    at += size
  }
  reader.end()
  return sink.seen
}

describe('jsonReader', () => {
  it('reads the array of a file and numbers its records', () => {
    expect(read('[\n {"a": 1, "b": "x"},\n {"a": null, "c": true}\n]')).toEqual([
      { line: 1, fields: { a: 1, b: 'x' } },
      { line: 2, fields: { c: 'true' } },
    ])
  })

  it('repairs numbers that are none and commas before a bracket, and counts the records', () => {
    const alterations = createAlterations()
    const text =
      '{"i": [{"a": NaN, "b": "NaN, ,} \\" ,]",}, {"a": -Infinity, "c": [1, 2, ]}, {"a": undefined}, {"a": 4},\n],}'
    for (const sizes of [[], [...text].map(() => 1)]) {
      expect(read(text, { alterations }, sizes).map(({ fields }) => fields)).toEqual([
        { b: 'NaN, ,} " ,]' },
        {},
        {},
        { a: 4 },
      ])
    }
    expect(alterations.list()).toMatchObject([{ count: 7 }])
    read('[{"a": "NaN"}]', { alterations })
    expect(alterations.list()).toMatchObject([{ count: 7 }])
    expect(() => read('[{"a": NaN "b": 1}]')).toThrow(ImportError)
  })

  it('finds the array at the path, after other arrays', () => {
    const text =
      '{"meta": {"items": [{"no": 1}], "t": "]["}, "data": {"n": [1], "items": [{"a": 1}]}, "z": [0]}'
    expect(read(text, { path: 'data.items' })).toEqual([{ line: 1, fields: { a: 1 } }])
    expect(read(text)).toEqual([{ line: 1, fields: { no: 1 } }])
  })

  it('joins a list of words, but no addresses and no numbers', () => {
    const text =
      '[{"tags": ["б/у", "износ 20%"], "photos": ["https://a.ru/1.jpg"], "sizes": ["205", "55"], "x": []}]'
    expect(read(text)).toEqual([{ line: 1, fields: { tags: 'б/у, износ 20%' } }])
  })

  it('flattens nested objects and reads the nested list', () => {
    const text = '[{"price": {"retail": 5, "x": [1]}, "shops": [{"city": "Тула", "price": {"opt": 4}}, 7]}]'
    expect(read(text, { list: 'shops' })).toEqual([
      { line: 1, fields: { 'price.retail': 5 }, items: [{ city: 'Тула', 'price.opt': 4 }] },
    ])
    expect(read('[{"a": 1}]', { list: 'a.b' })).toEqual([{ line: 1, fields: { a: 1 }, items: [] }])
  })

  it('finds the syntax error of a long record in linear time', () => {
    const reader = jsonReader({}, createTestSink())
    const text = 'a'.repeat(900_000)
    expect(() => reader.push(`[{"a": "${text}`)).not.toThrow()
    expect(() => reader.push(text)).toThrow('Запись или поле длиннее')
    expect(() => jsonReader({}, createTestSink()).push(`[{"a": 1 "b": "${text}${text}`)).toThrow(
      'нет запятой',
    )
  })

  it.each([
    ['', 'В JSON нет массива'],
    ['{"a": 1}', 'В JSON нет массива'],
    ['[{"a": 1}', 'JSON обрывается'],
    ['[{"a": 1', 'JSON обрывается'],
    ['[{"a": "x', 'JSON обрывается'],
    [
      '[{"a": "x"},\n{"name": "KO2 15"", "price": 5}]',
      'JSON повреждён (строка 2, знак 17): лишняя кавычка, внутри текста её пишут как \\" «{"name": "KO2 15▸"", "price": 5}]»',
    ],
    [
      '[{"a": 1 "b": 2}]',
      'JSON повреждён (строка 1, знак 10): нет запятой между значениями «{"a": 1 ▸"b": 2}»',
    ],
    ['[1, 2]', 'стоит не объект (строка 1, знак 2): «[▸1, 2]»'],
    ['[\n{"a": }]', 'JSON повреждён (строка 2, знак 7): нет значения «{"a": ▸}»'],
    ['[{"a": 1]', 'JSON повреждён (строка 1, знак 9): скобка «]» ничего не закрывает'],
  ])('reports what is wrong with %j', (text, message) => {
    expect(() => read(text)).toThrow(message)
    expect(() => read(text)).toThrow(ImportError)
  })

  it('reports the path that is missing', () => {
    expect(() => read('{"a": []}', { path: 'b' })).toThrow('нет массива «b»')
  })

  it('gives up on an unterminated record', () => {
    expect(() => read(`[{"a": "${'x'.repeat(1_100_000)}`)).toThrow(/длиннее 1.000.000 знаков/)
  })

  it('reads back any records, however they are split into chunks', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '{', ']', ',', 'Ж', '\n', ':') })
    const record = fc.record({ a: text, b: fc.integer(), 'c"d': text })
    fc.assert(
      fc.property(fc.array(record), fc.array(fc.nat(9)), fc.constantFrom(0, 1), (records, sizes, indent) => {
        const json = JSON.stringify({ 'x"]': [], list: records }, null, indent)
        const seen = read(json, { path: 'list' }, sizes)
        const expected = records.map((fields) =>
          Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== '')),
        )
        expect(seen.map(({ fields }) => fields)).toEqual(expected)
      }),
    )
  })

  it('reads the members of an object as records, with their names', () => {
    expect(read('{"123": {"a": 1}, "12\\"4": {"a": {"b": 2}}}', { path: '*' })).toEqual([
      { line: 1, fields: { $key: '123', a: 1 } },
      { line: 2, fields: { $key: '12"4', 'a.b': 2 } },
    ])
    expect(read('{"x": [{}], "d": {"items": {"k": {"a": 1}}, "z": 1}}', { path: 'd.items.*' })).toEqual([
      { line: 1, fields: { $key: 'k', a: 1 } },
    ])
    expect(read('{}', { path: '*' })).toEqual([])
    expect(() => read('{"a": 1}', { path: '*' })).toThrow('в объекте записей стоит не объект')
    expect(() => read('{"a": "b"}', { path: '*' })).toThrow('в объекте записей стоит не объект')
    expect(() => read('{"a": {}', { path: '*' })).toThrow('объект записей не закрыт')
    expect(() => read('[]', { path: 'a.*' })).toThrow('нет объекта «a.*»')
  })

  it('reads back any object of records, however it is split into chunks', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '{', '}', ',', 'Ж', ':') })
    fc.assert(
      fc.property(
        fc.dictionary(text, fc.record({ x: fc.integer() })),
        fc.array(fc.nat(9)),
        (members, sizes) => {
          const seen = read(JSON.stringify({ 'y"}': {}, list: members }), { path: 'list.*' }, sizes)
          expect(seen.map(({ fields }) => [fields.$key ?? '', fields.x])).toEqual(
            Object.entries(members).map(([key, { x }]) => [key, x]),
          )
        },
      ),
    )
  })

  it('names fields after values that are listed with their names', () => {
    const text = '[{"p":[{"name":"Ширина","value":205},{"name":"Сезон","value":"Лето"},5],"q":[{"id":1}]}]'
    expect(read(text)[0]?.fields).toEqual({ 'p[Ширина]': 205, 'p[Сезон]': 'Лето' })
  })
})
