import { expect, it } from 'vitest'
import { indexOf, sampleColumns, sampleRow } from './sample-page.ts'
import { rowsToTsv, tsvCell } from './tsv.ts'

it.each([
  ['Cordiant', 'Cordiant'],
  ['a\tb', '"a\tb"'],
  ['a\nb', '"a\nb"'],
  ['a\r\nb', '"a\r\nb"'],
  ['16" обод', '"16"" обод"'],
  ['=1+1', "'=1+1"],
  ['+7 900', "'+7 900"],
  ['-5%', "'-5%"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['="a"', '"\'=""a"""'],
  ['', ''],
])('writes the text %j as %j', (text, cell) => {
  expect(tsvCell(text, 'text')).toBe(cell)
})

it('keeps a negative number a number', () => {
  expect(tsvCell(-3, 'percent')).toBe('-3,0')
})

it('leaves an empty cell empty', () => {
  expect(tsvCell(null, 'price')).toBe('')
})

it('joins cells by tabs and rows by line ends', () => {
  const columns = sampleColumns()
  const at = (...key: string[]) => columns.slice(indexOf(columns, ...key))[0] ?? []
  const chosen = [at('article'), at('own.price'), at('Москва', 'shina.ru', '', 'retail')].flat()
  expect(rowsToTsv([sampleRow(0), sampleRow(1)], chosen)).toBe('A0\t5000\t12345,5\r\nA1\t5000\t12345,5')
})
