// Specification 12.6

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { complete, completionAt } from './completion.ts'
import { lineOf, offsetOfPath, readJsonText } from './json-text.ts'

describe('a JSON text', () => {
  it('is read as JSON.parse reads it, whatever it is', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        const read = readJsonText(text)
        expect(read.problem).toBeNull()
        expect(read.value).toEqual(JSON.parse(json))
      }),
    )
  })

  it('is refused where JSON.parse refuses it, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().chain((json) => fc.nat(json.length).map((cut) => json.slice(0, cut))),
        ),
        (text) => {
          let fits = true
          try {
            JSON.parse(text)
          } catch {
            fits = false
          }
          expect(readJsonText(text).problem === null).toBe(fits)
        },
      ),
    )
  })

  it.each([
    ['{\n  "a": 1,\n  b: 2\n}', 3, 'Здесь нужно имя в кавычках'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 'Здесь нужен знак ,'],
    ['{"a": yes}', 1, 'Непонятно: yes'],
    ['{"a": "б\n}', 1, 'Кавычка не закрыта'],
    ['{"a": [1, 2', 1, 'Текст обрывается'],
    ['{}\n{}', 2, 'После описания стоит лишнее'],
  ])('says where %j is wrong', (text, line, message) => {
    const { problem } = readJsonText(text)
    expect(problem?.message).toBe(message)
    expect(lineOf(text, problem?.offset ?? 0)).toBe(line)
  })

  it('knows the line of a path, or of what is around it', () => {
    const text = '{\n  "fields": {\n    "name": "n",\n    "retail": ["a", "b"]\n  }\n}'
    const { offsets } = readJsonText(text)
    const line = (path: string) => lineOf(text, offsetOfPath(offsets, path))
    expect([
      line('fields'),
      line('fields.retail'),
      line('fields.retail.1'),
      line('fields.opt'),
      line('offers'),
    ]).toEqual([2, 4, 4, 2, 1])
  })
})

const SCHEMA = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    format: { enum: ['csv', 'xlsx'] },
    fields: {
      type: 'object',
      properties: {
        name: { anyOf: [{ type: 'string' }, { type: 'object', properties: { from: {}, match: {} } }] },
        retail: {},
      },
    },
    extract: { type: 'array', items: { type: 'object', properties: { from: {}, match: {} } } },
    warehouses: {
      type: 'object',
      patternProperties: { '^.*$': { type: 'object', properties: { city: {} } } },
    },
  },
}

/** With | for the cursor. */
const at = (marked: string) => {
  const cursor = marked.indexOf('|')
  return completionAt(SCHEMA, marked.replace('|', ''), cursor)
}

describe('what may be written at the cursor', () => {
  it.each([
    ['{|}', ['title', 'format', 'fields', 'extract', 'warehouses']],
    ['{"t|"}', ['title']],
    ['{"title": "x", fo|', ['format']],
    ['{"title": "x", "|": 1, "fields": {}}', ['format', 'extract', 'warehouses']],
    ['{"format": |}', ['csv', 'xlsx']],
    ['{"format": "x|"}', ['xlsx']],
    ['{"fields": {"name": {|}}}', ['from', 'match']],
    ['{"extract": [{"from": "a", |}]}', ['match']],
    ['{"warehouses": {"any": {"|', ['city']],
    ['{"title": "a name|"}', []],
    ['|{}', []],
  ])('%s: %j', (marked, words) => {
    expect(at(marked).words).toEqual(words)
  })

  it.each([
    ['{fo|}', 'format', '{"format": }'],
    ['{"fo|": "csv"}', 'format', '{"format": "csv"}'],
    ['{"format": |}', 'csv', '{"format": "csv"}'],
    ['{"format": "c|"}', 'csv', '{"format": "csv"}'],
  ])('%s completed with %s is %s', (marked, word, text) => {
    const cursor = marked.indexOf('|')
    const bare = marked.replace('|', '')
    expect(complete(bare, cursor, completionAt(SCHEMA, bare, cursor), word).text).toBe(text)
  })

  it('is found in any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.nat(), (text, cursor) => {
        completionAt(SCHEMA, text, cursor % (text.length + 1))
      }),
    )
  })
})
