import { describe, expect, it } from 'vitest'
import { assignments, newRow, part, statementOf, whereEqual } from './statement.ts'

const written = (texts: TemplateStringsArray, ...holes: Parameters<typeof part>[1][]) =>
  statementOf(texts, holes)

describe('statementOf', () => {
  it('returns a text and its parameters as they are', () => {
    expect(statementOf('SELECT ?', [1])).toEqual(['SELECT ?', [1]])
  })

  it('makes the holes of a template parameters', () => {
    expect(written`SELECT a FROM t WHERE id = ${1} AND name = ${'O’Neil'}`).toEqual([
      'SELECT a FROM t WHERE id = ? AND name = ?',
      [1, 'O’Neil'],
    ])
  })

  it('writes parts in their places, with their parameters', () => {
    const inner = part`day < ${'2026-04-18'} AND ${part`state = ${'ok'}`}`
    expect(written`DELETE FROM t WHERE id = ${7} AND ${inner} AND size > ${2}`).toEqual([
      'DELETE FROM t WHERE id = ? AND day < ? AND state = ? AND size > ?',
      [7, '2026-04-18', 'ok', 2],
    ])
  })
})

describe('parts of statements', () => {
  it('assign and insert the columns of a row', () => {
    expect(written`UPDATE t SET ${assignments({ a: 1, b: null })} WHERE id = ${3}`).toEqual([
      'UPDATE t SET a = ?, b = ? WHERE id = ?',
      [1, null, 3],
    ])
    expect(written`INSERT INTO t ${newRow({ a: 1, b: 'x' })}`).toEqual([
      'INSERT INTO t (a, b) VALUES (?, ?)',
      [1, 'x'],
    ])
  })

  it('select by the columns that have a value', () => {
    expect(written`SELECT * FROM t ${whereEqual({ a: 1, b: null, c: 'x' })}`).toEqual([
      'SELECT * FROM t WHERE a = ? AND c = ?',
      [1, 'x'],
    ])
    expect(written`SELECT * FROM t ${whereEqual({ a: null })}`).toEqual(['SELECT * FROM t ', []])
  })
})
