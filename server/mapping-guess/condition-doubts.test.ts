// Specification 10.35

import { describe, expect, it } from 'vitest'
import type { Mapping } from '../import/mapping.ts'
import { conditionDoubts } from './condition-doubts.ts'

/** Returns the doubtful values of a column that is read as a field, or not at all. */
function doubtfulIn(
  name: string,
  values: readonly string[],
  condition?: Mapping['fields']['condition'],
): string[] {
  const sample = values.map((value, at) => ({ line: at + 1, cells: [value], items: [] }))
  const mapping = { fields: { ...(condition && { condition }) } } as Mapping
  const used = new Map(condition ? [[name, 'condition']] : [])
  const found = conditionDoubts(
    mapping,
    { columns: [name], sample },
    used,
    () =>
      ({ cells }) =>
        String(cells[0]),
  )
  return found.flatMap((one) => one.found)
}

describe('conditionDoubts', () => {
  it.each([
    ['Б/У', ['', '+', ''], ['+']],
    ['Использовалась', ['Нет', 'Да'], ['Да']],
    ['is_used', ['false', 'true'], ['true']],
    ['flags.isUsed', ['0', '1'], ['1']],
    ['Уценка', ['да', ''], ['да']],
    ['isNew', ['true', 'false'], ['false']],
    ['Новая', ['Да', 'Нет', ''], ['Нет', '']],
    ['Метки', ['б/у, износ 20%', 'хит'], ['б/у, износ 20%']],
    ['Пометка', ['без гарантии', 'хит'], ['без гарантии']],
  ])('finds tyres that are not new in the unread column %s', (name, values, found) => {
    expect(doubtfulIn(name, values)).toEqual(found)
  })

  it.each([
    ['Б/У', ['', 'нет', '']],
    ['is_new', ['true', '1']],
    ['Новая', ['', '']],
    ['Новая модель', ['да', 'нет']],
    ['Шипы', ['да', 'нет']],
    ['Гарантия от повреждений', ['да', 'нет']],
    ['Износостойкость', ['да', 'нет']],
    ['Описание', ['Усиленная боковина, надёжная защита от порезов']],
  ])('finds none in the column %s', (name, values) => {
    expect(doubtfulIn(name, values)).toEqual([])
  })

  it('finds values of a condition that nobody understands', () => {
    const values = ['новая', 'New', 'б/у', 'https://schema.org/NewCondition', '', '5 из 5', 'тип 7', '+']
    expect(doubtfulIn('Состояние', values, 'Состояние')).toEqual(['тип 7', '+'])
  })

  it('leaves alone a column of remarks that is only searched for conditions', () => {
    const remarks = { from: 'Примечание', known: 'condition' } as const
    expect(doubtfulIn('Примечание', ['б/у', 'под заказ', 'хит'], remarks)).toEqual([])
  })
})
