import { expect, it } from 'vitest'
import { citiesWords, comparedWords } from './city-words.ts'

it('citiesText names the cities, or two of many', () => {
  expect(citiesWords([])).toBe('')
  expect(citiesWords(['Томск'])).toBe('Город: Томск.')
  expect(citiesWords(['Не указан'])).toBe('Город: не указан.')
  expect(citiesWords(['Ачинск', 'Омск', 'Томск'])).toBe('Города: Ачинск, Омск, Томск.')
  expect(citiesWords(['Ачинск', 'Бийск', 'Омск', 'Томск'])).toBe('Города: Ачинск, Бийск и ещё 2.')
})

it('comparedText names the compared prices if they are not those of the own city', () => {
  const noCity = 'Наши цены без города сравниваются с ценами всех городов.'
  expect(comparedWords(['Омск', 'Томск'], false)).toBe('')
  expect(comparedWords(['Не указан', 'Томск'], false)).toBe(noCity)
  expect(comparedWords(['Не указан'], true)).toBe(noCity)
  expect(comparedWords(['Омск'], true)).toBe('Наши цены сравниваются с ценами всех городов, как на экране.')
  expect(comparedWords([], true)).toBe('')
})
