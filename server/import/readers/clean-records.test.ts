// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAlterations } from '../remarks.ts'
import { createCleaningSink } from './clean-records.ts'
import { Columns, type RawCell } from './columns.ts'

/** Returns the cells of records after cleaning, with what was altered. */
function cleaned(records: RawCell[][], isTable = true) {
  const alterations = createAlterations()
  const passed: RawCell[][] = []
  const sink = createCleaningSink(
    {
      columns: new Columns(),
      itemColumns: new Columns(),
      record: (cells) => passed.push(cells),
      broken: (line) => passed.push([line]),
    },
    isTable,
    alterations,
  )
  for (const [at, cells] of records.entries()) sink.record([...cells], at + 1)
  sink.end()
  return { passed, altered: alterations.list().map(({ count, example }) => [count, example]) }
}

describe('createCleaningSink', () => {
  it.each([
    '#N/A',
    '#Н/Д',
    '#VALUE!',
    '#ЗНАЧ!',
    '#REF!',
    '#ССЫЛКА!',
    '#DIV/0!',
    '#ДЕЛ/0!',
    '#NAME?',
    '#ИМЯ?',
    '#ЧИСЛО!',
    '#ПУСТО!',
    '#ПЕРЕНОС!',
    ' #н/д ',
    '########',
  ])('reads the error %j as an empty cell', (text) => {
    expect(cleaned([['T1', text, 5]])).toEqual({ passed: [['T1', '', 5]], altered: [[1, text.trim()]] })
  })

  it.each([
    ['="00531"', '00531'],
    ['=""', ''],
    ['="22"" диск"', '22" диск'],
    ["'00531", '00531'],
    [" '00531", '00531'],
  ])('removes the text mark of %j', (text, plain) => {
    expect(cleaned([[text]]).passed).toEqual([[plain]])
  })

  it.each(["'Полюс' 205", '#1 в тесте', '=A1+B2', "'", '"Полюс"', '№5', '', '#', '!', '—'])(
    'leaves %j alone',
    (text) => {
      expect(cleaned([[text], [text]])).toEqual({ passed: [[text], [text]], altered: [] })
    },
  )

  it('decodes entities of a column where several records have them and none a plain ampersand', () => {
    const rows = [
      ['A &amp; B &laquo;C&raquo;', '?a=1&amp;b'],
      ['D', '?a=1&b=2'],
      ['E&nbsp;F &#171;', '?a=1&amp;c'],
    ]
    expect(cleaned(rows)).toEqual({
      passed: [
        ['A & B «C»', '?a=1&amp;b'],
        ['D', '?a=1&b=2'],
        ['E\u00a0F «', '?a=1&amp;c'],
      ],
      altered: [[2, 'A &amp; B &laquo;C&raquo; → A & B «C»']],
    })
  })

  it('leaves a single entity and documents alone', () => {
    expect(cleaned([['A &quot;B&quot;'], ['C']])).toEqual({
      passed: [['A &quot;B&quot;'], ['C']],
      altered: [],
    })
    expect(cleaned([['A &amp; B'], ['C &amp; D']], false).altered).toEqual([])
  })

  it('decodes after the records that decide too', () => {
    const rows = Array.from({ length: 500 }, (_, at) => [`№${at} &amp;`])
    expect(cleaned(rows).passed.at(-1)).toEqual(['№499 &'])
  })

  it('passes on all records once, in order, whatever they have', () => {
    const cell = fc.constantFrom('a', "'1", '#N/A', '&amp;', '&', '', 7)
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 450 }), (rows) => {
        const { passed } = cleaned(rows.map((row, at) => [at, ...row]))
        expect(passed.map(([at]) => at)).toEqual(rows.map((_, at) => at))
      }),
    )
  })
})
