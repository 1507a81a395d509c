// Specification 10.13

import { describe, expect, it } from 'vitest'
import { ofEachSpec } from '../../../contract/tyre/tyre-specs.ts'
import { isOtherGoods } from './goods.ts'

/** Returns whether goods with a name, and with the size and load index of a tyre, are no tyre. */
const isOther = (name: string): boolean =>
  isOtherGoods(
    { ...ofEachSpec(() => ''), name, width: '205', height: '55', diameter: '16', loadIndex: '91' },
    [],
    false,
  )

describe('isOtherGoods', () => {
  it.each([
    'Шиповка 205/55 R16',
    'Дошиповка 205/55 R16',
    'Переобувка 195/65 R15',
    'Страхование шин 205/55 R16',
    'Ремонт прокола 205/55 R16',
    'Подкачка азотом 205/55 R16',
    'Правка диска 205/55 R16',
    'Мешки для шин 205/55 R16 (4шт)',
    'Колесо запасное 125/70 R16 докатка',
    'Сезонное хранение 195/65 R15',
    'Камера 7.50-16',
  ])('takes %s for other goods', (name) => {
    expect(isOther(name)).toBe(true)
  })

  it.each([
    'Arktika Polar 7 205/55 R16 91T шип',
    'Шина Arktika Polar 7 205/55 R16 91T под дошиповку',
    'Шипованная шина Arktika 205/55 R16 91T',
    'Arktika 7.50-16 с камерой',
    'Arktika Polar 7 205/55 R16 91T после ремонта',
  ])('takes %s for a tyre', (name) => {
    expect(isOther(name)).toBe(false)
  })

  const TYRE = {
    ...ofEachSpec(() => ''),
    ...{ name: 'Cordiant Comfort 2 185/65 R15 92H', brand: 'Cordiant' },
    ...{ width: '185', height: '65', loadIndex: '92' },
  }

  it.each([
    ['колесо в сборе', true],
    ['Колёса в сборе', true],
    ['wheel assembly', true],
    ['шина', false],
    ['Шины и колёса в сборе', false],
    ['Диски', false],
  ])('judges a complete tyre of the kind %j', (kind, isOther) => {
    expect(isOtherGoods(TYRE, [kind], false)).toBe(isOther)
  })
})
