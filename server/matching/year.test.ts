import { describe, expect, it } from 'vitest'
import { isOld, yearInField, yearOf, yearsDiffer } from './condition.ts'

describe('yearOf', () => {
  it.each([
    ['Arktika Polar 7 205/55R16 2018 г.в.', '2018'],
    ['Arktika Polar 7 205/55R16 2018г', '2018'],
    ['Arktika Polar 7 205/55R16 (DOT 3519)', '2019'],
    ['Arktika Polar 7 205/55R16 DOT2021', '2021'],
    ['Arktika Polar 7 (2020)', '2020'],
    ['Arktika Polar 2020 205/55R16', ''],
    ['Arktika Polar 7 205/55R16', ''],
  ])('reads %s', (name, year) => {
    expect(yearOf(name)).toBe(year)
  })
})

describe('yearInField', () => {
  it.each([
    ['2021', '2021'],
    ['21', '2021'],
    ['3521', '2021'],
    ['35/21', '2021'],
    ['01.05.2021', '2021'],
    ['DOT 3521', '2021'],
    ['6021', ''],
    ['нет', ''],
    ['', ''],
  ])('reads %s', (text, year) => {
    expect(yearInField(text)).toBe(year)
  })
})

describe('years apart', () => {
  it('are two between stated ones, and more than three to the day if one is silent', () => {
    const day = '2026-04-17'
    expect(yearsDiffer('2024', '2025', day)).toBe(false)
    expect(yearsDiffer('2023', '2025', day)).toBe(true)
    expect(yearsDiffer('', '2023', day)).toBe(false)
    expect(yearsDiffer('', '2022', day)).toBe(true)
    expect(yearsDiffer('2022', '', day)).toBe(true)
    expect(yearsDiffer('', '', day)).toBe(false)
    expect(isOld('2001', '')).toBe(false)
  })
})
