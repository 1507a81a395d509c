import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PaletteItem, paletteGroups } from './palette.ts'

const item = (group: string, label: string, words = ''): PaletteItem => ({
  ...{ key: label, group, label, words, keys: '' },
  run: () => undefined,
})

const ITEMS = [
  item('Страницы', 'Уведомления'),
  item('Отчёты', 'Выгрузить все Розничные цены', 'r1 р1'),
  item('Отчёты', 'Выгрузить все Оптовые цены', 'o1 о1'),
  item('Действия', 'Включить тёмную тему', 'оформление'),
]

const found = (query: string) =>
  paletteGroups(ITEMS, query).flatMap(({ name, items }) => items.map(({ label }) => `${name}: ${label}`))

describe('paletteGroups (specification 20.4)', () => {
  it.each([
    ['уведом', 'Страницы: Уведомления'],
    ['УВЕДОМЛЕНИЯ', 'Страницы: Уведомления'],
    ['edtljv', 'Страницы: Уведомления'],
    ['r1', 'Отчёты: Выгрузить все Розничные цены'],
    ['р1', 'Отчёты: Выгрузить все Розничные цены'],
    ['к1', 'Отчёты: Выгрузить все Розничные цены'],
    ['цены опт', 'Отчёты: Выгрузить все Оптовые цены'],
    ['темную', 'Действия: Включить тёмную тему'],
    ['оформ тем', 'Действия: Включить тёмную тему'],
  ])('finds %s', (query, label) => {
    expect(found(query)).toEqual([label])
  })

  it('finds nothing for an empty text, one letter, inner parts of words, and tyres', () => {
    for (const query of ['', '  ', 'у', '!!!', 'ведомления', '205/55 R16', 'nokian', 'цены зима']) {
      expect(found(query)).toEqual([])
    }
  })

  it('keeps groups together, and cuts long ones', () => {
    expect(found('выгрузить')).toHaveLength(2)
    const many = Array.from({ length: 20 }, (_, i) => item('Отчёты', `Цены ${i}`))
    expect(paletteGroups(many, 'цены')[0]?.items).toHaveLength(6)
  })

  it('accepts any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (query) => paletteGroups(ITEMS, query).length <= 3))
  })
})
