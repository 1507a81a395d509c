// Specification 13.16

import { describe, expect, it } from 'vitest'
import { contains, matchesWhole } from './wildcard.ts'

describe('matchesWhole', () => {
  it.each([
    ['прайс*.xlsx', 'Прайс-лист 18.04.XLSX', true],
    ['*', 'что угодно', true],
    ['', 'a', false],
    ['*.csv', 'a.csv.zip', false],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'a1c2b', false],
    ['ab*bc', 'abc', false],
    ['a*a', 'a', false],
    // The letter й as one sign and as two.
    ['*й.csv', 'Май.csv'.normalize('NFD'), true],
    ['a.c', 'abc', false],
  ])('says of %s and %s: %s', (pattern, text, expected) => {
    expect(matchesWhole(pattern, text)).toBe(expected)
  })

  it('takes no time for many asterisks', () => {
    expect(matchesWhole(`${'*a'.repeat(100)}*b`, 'a'.repeat(100_000))).toBe(false)
  })
})

describe('contains', () => {
  it.each([
    ['прайс', 'Наш  ПРАЙС на шины', true],
    ['наш прайс', 'Наш  ПРАЙС на шины', true],
    ['прайс*шины', 'Наш ПРАЙС на шины', true],
    ['', '', true],
    ['диски', 'Наш прайс', false],
  ])('says of %s and %s: %s', (pattern, text, expected) => {
    expect(contains(pattern, text)).toBe(expected)
  })
})
