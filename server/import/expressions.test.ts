// Specification 10.13

import { describe, expect, it } from 'vitest'
import { bundledMappings, loadMapping } from './load-mapping.ts'
import { readMapping } from './mapping.ts'

const fields = { article: 'a', retail: 'r' }
const extracting = (...expressions: string[]) => ({
  fields,
  extract: expressions.map((match) => ({ from: 'n', match })),
})
const times = (count: number, text: string) => Array.from({ length: count }, () => text)

const TOO_MANY = 'Регулярных выражений больше 50'
const TOO_LONG = 'Регулярные выражения вместе с их повторениями длиннее 4000 знаков'
const TOO_WIDE = 'В регулярных выражениях больше 20 обозначений вида \\p{…}'

describe('expressions of a mapping', () => {
  it.each<[string, unknown, string]>([
    [
      'thousands of repetitions',
      extracting(...times(2_500, `(?<load>${'\\p{L}{1000}'.repeat(30)})`)),
      TOO_MANY,
    ],
    [
      'one that is long',
      extracting('[\\p{L}\\p{N}\\p{S}]'.repeat(1_900)),
      'extract.0.match: выражение длиннее 500 знаков',
    ],
    ['repetitions of repetitions', extracting('(?:(?:\\d{20}){20}){20}'), TOO_LONG],
    ['many repetitions', extracting(...times(50, 'ab{1,99}')), TOO_LONG],
    ['long texts', extracting(...times(10, 'a'.repeat(500))), TOO_LONG],
    ['ranges of all signs', extracting('(?i:[a-\\u{10ffff}])'), TOO_LONG],
    ['ranges of signs written as two', extracting('(?i:[\\ud800\\udc00-\\udbff\\udfff])'), TOO_LONG],
    ['tables of signs', extracting('[\\p{L}\\p{N}\\P{S}]'.repeat(7)), TOO_WIDE],
    [
      'the parts of a field',
      { fields: { ...fields, name: { join: times(51, 'x').map((match) => ({ from: 'n', match })) } } },
      TOO_MANY,
    ],
    [
      'fields that items override',
      {
        fields: { ...fields, retail: times(51, 'x').map((match) => ({ from: 'n', match })) },
        offers: { list: 'l', fields: { retail: 'r' } },
      },
      TOO_MANY,
    ],
    [
      'a part that is none',
      { fields: { ...fields, name: { join: [{ from: 'n', match: '(' }] } } },
      'fields.name: ',
    ],
  ])('are refused: %s', (_, mapping, message) => {
    expect(readMapping(mapping)).toEqual([expect.stringContaining(message)])
  })

  it('are accepted when far larger than any known price list needs', () => {
    const size =
      '(?<width>\\d{2,3}(?:[.,]\\d+)?)\\s?[/xXхХ*]\\s?(?<height>\\d{2,3})[\\s/-]*(?:Z?R)(?<diameter>[\\dА-Яа-я]{2})'
    expect(readMapping(extracting(...times(30, size)))).toHaveProperty('extract')
    expect(
      readMapping(extracting('^[\\p{L}\\p{N} -]{2,60}$', '(?:[\\u0400-\\u04ff]+ ){1,9}')),
    ).toHaveProperty('extract')
  })

  it('are accepted in the bundled mappings', async () => {
    for (const name of await bundledMappings()) expect(await loadMapping(name)).toHaveProperty('fields')
  })
})
