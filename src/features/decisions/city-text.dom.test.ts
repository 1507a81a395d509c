import { expect, it } from 'vitest'
import { citiesText, comparedText } from './subject.ts'

it('citiesText names the cities, or two of many', () => {
  expect(citiesText([])).toBe('')
  expect(citiesText(['Томск'])).toBe('Город: Томск.')
  expect(citiesText(['Не указан'])).toBe('Город: не указан.')
  expect(citiesText(['Ачинск', 'Омск', 'Томск'])).toBe('Города: Ачинск, Омск, Томск.')
  expect(citiesText(['Ачинск', 'Бийск', 'Омск', 'Томск'])).toBe('Города: Ачинск, Бийск и ещё 2.')
})

it('comparedText names the compared prices if they are not those of the own city', () => {
  const noCity = 'Наши цены без города сравниваются с ценами всех городов.'
  expect(comparedText(['Омск', 'Томск'], false)).toBe('')
  expect(comparedText(['Не указан', 'Томск'], false)).toBe(noCity)
  expect(comparedText(['Не указан'], true)).toBe(noCity)
  expect(comparedText(['Омск'], true)).toBe('Наши цены сравниваются с ценами всех городов, как на экране.')
  expect(comparedText([], true)).toBe('')
  expect(comparedText(['Омск'], true, 'inStock')).toBe(
    'Наши цены сравниваются с ценами всех городов, как на экране. Цены конкурентов — только в наличии, как на экране.',
  )
})
