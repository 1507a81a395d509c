// Specification 10.35

import { describe, expect, it } from 'vitest'
import { isOtherYear, isTitleOfOtherYear } from './note-meanings.ts'

describe('isOtherYear', () => {
  it.each([
    ['Цена 2023', true],
    ['Цена сезон 2024', true],
    ['Цена 2026', false],
    ['Цена зима 2025', false],
    ['Цена на 18.04.2025', false],
    ['Цена', false],
  ])('judges %j against the day of the list', (name, isOther) => {
    expect(isOtherYear(name, '2026-04-18')).toBe(isOther)
    expect(isOtherYear(name, undefined)).toBe(false)
  })
})

describe('isTitleOfOtherYear', () => {
  it.each([
    ['Прайс 2022 года', true],
    ['Цены на шины 2023', true],
    ['Прайс зима 2025-2026', false],
    ['Прайс от 01.12.2025', false],
    ['Магазин работает с 2012 года, лучшие цены', false],
  ])('judges %j', (title, isOther) => {
    expect(isTitleOfOtherYear(title, '2026-04-18')).toBe(isOther)
  })
})
