import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import { linearPattern } from './linear-pattern.ts'
import { bundledMappings } from './load-mapping.ts'

const mappings = await bundledMappings()
const expressions = mappings.flatMap((name) => {
  const text = readFileSync(new URL(`./mappings/${name}.json`, import.meta.url), 'utf8')
  return [...text.matchAll(/"match": ("(?:[^"\\]|\\.)*")/g)].map(
    (found) => JSON.parse(found[1] as string) as string,
  )
})

/** Fragments of names as in price lists; most expressions match some of them. */
const part = fc.constantFrom(
  ...[
    '205/55R16',
    '205/55',
    'ZR17',
    'R16C',
    'R22.5',
    '16С',
    ' ',
    '\u00a0',
    '94V',
    '91H(',
    '104/102T',
    'LT245/75',
    'XL',
    'шип',
  ],
  ...[
    'летние',
    'Легк',
    '/summer/',
    '/legkovye/',
    'R16/abc/HT-705/?idx=1',
    '/a1234r16-x-ms',
    'AT12x10-8',
    '10.5',
    '-',
    '/',
    'C',
    '3',
  ],
)
const name = fc.oneof(
  fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

describe('linearPattern', () => {
  it.each(expressions)('finds the same matches as JavaScript: %s', (expression) => {
    const native = new RegExp(expression, 'u')
    const linear = linearPattern(expression)
    fc.assert(
      fc.property(name, (text) => {
        const found = native.exec(text)
        const expected = found && { whole: found[0], first: found[1], groups: { ...found.groups } }
        const ours = linear.exec(text)
        expect(ours && { ...ours, groups: { ...ours.groups } }).toEqual(expected)
      }),
      { numRuns: runs(300) },
    )
  })

  it('matches \\s and \\S like JavaScript, in brackets too', () => {
    for (const space of [...'\t\n\v\f\r \u00a0\u1680\u2003\u2028\u202f\u3000\ufeff']) {
      expect(linearPattern('^a\\sb$').exec(`a${space}b`)?.whole).toBe(`a${space}b`)
      expect(linearPattern('^a[\\s-]b$').exec(`a${space}b`)?.whole).toBe(`a${space}b`)
      expect(linearPattern('^a\\Sb$').exec(`a${space}b`)).toBeNull()
    }
    expect(linearPattern('^\\[\\S+\\]$').exec('[ж]')?.whole).toBe('[ж]')
  })

  it('ends at once where backtracking would take forever', () => {
    expect(linearPattern('^(?:a+)+$').exec(`${'a'.repeat(499)}!`)).toBeNull()
    expect(linearPattern('(?:a|aa)+$').exec(`${'a'.repeat(499)}!`)).toBeNull()
  })

  it.each(['a(?=b)', '(?<!a)b', '(a)\\1', '[\\S-]', '('])('refuses %s', (expression) => {
    expect(() => linearPattern(expression)).toThrow()
  })
})
