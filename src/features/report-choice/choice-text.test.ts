import { expect, it } from 'vitest'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { choiceParts } from './choice-parts.ts'
import { choiceText } from './choice-text.ts'
import { defaultChoice } from './report-address.ts'

it('choiceText names several values, and marks excluded ones (specification 4.31)', () => {
  const choice = {
    ...defaultChoice(REPORTS.retail),
    date: '',
    filters: { season: 'Зимняя' },
    sets: {
      brand: { values: ['Nokian', 'Hankook', 'Ikon', 'КАМА'], except: false },
      city: { values: ['Омск'], except: true },
    },
  }
  expect(choiceParts(choice)).toEqual(['Nokian, Hankook и ещё 2', 'Зимняя', 'Кроме: Омск'])
  expect(choiceText(REPORTS.retail, choice)).toEqual([
    'Бренд: Nokian, Hankook, Ikon, КАМА',
    'Сезон: Зимняя',
    'Город, кроме: Омск',
  ])
})
