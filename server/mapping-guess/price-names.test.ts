// Specification 10.35

import { describe, expect, it } from 'vitest'
import { importGuessed, tyreCsv } from '../../tests/support/guessed-list.ts'

describe('names of prices', () => {
  it.each([
    'Цена VIP',
    'Цена 2023',
    'Цена по карте',
    'Цена с доставкой',
    'Цена с монтажом',
    'Минимальная цена',
  ])('ask if the only price has an unknown word: %s', async (name) => {
    expect((await importGuessed(tyreCsv({ [name]: 5000 }))).keys).toEqual([`price:${name}`])
  })

  it.each(['Задаток', 'Долями', 'На авто', 'Было', 'Черная пятница'])(
    'ask if a price is one by its numbers alone: %s',
    async (name) => {
      expect((await importGuessed(tyreCsv({ [name]: 5000 }))).keys).toEqual([`price:${name}`])
    },
  )

  it.each([
    'Цена',
    'Цена, руб. за шт',
    'Стоимость',
    'price',
    'Текущая цена',
    'Цена в магазине',
    'E',
    'Цена, тыс. руб.',
  ])('ask nothing about a plain price: %s', async (name) => {
    expect((await importGuessed(tyreCsv({ [name]: 5000 }))).keys).toEqual([])
  })

  it('ask about two columns of one name, and about two retail prices', async () => {
    const [header, ...rows] = tyreCsv({ A: 5000, B: 4500 }).split('\n')
    const twice = [header?.replace('A;B', 'Цена;Цена'), ...rows].join('\n')
    expect((await importGuessed(twice)).keys).toEqual([
      'Выберите, какая из цен розничная, а какая оптовая: «Цена», «Цена (2)»',
    ])
    expect((await importGuessed(tyreCsv({ 'Розница салон': 5000, 'Розница сайт': 4800 }))).keys).toEqual([
      'column:Розница сайт',
    ])
    expect((await importGuessed(tyreCsv({ Розница: 5000, 'Розница VIP': 4800 }))).keys).toEqual([])
  })

  it('ask which price counts where there is no discount', async () => {
    const content = tyreCsv({ price: 5200, rrp: 5400, price_discount: 5000 })
    expect((await importGuessed(content)).keys).toEqual(['column:price'])
  })
})
