import { describe, expect, it } from 'vitest'
import { FILTER_NAMES, type FilterName } from '../../../../contract/reports/filters.ts'
import { sizeChoice } from './size-choice.ts'

const lists = {
  ...(Object.fromEntries(FILTER_NAMES.map((name) => [name, []])) as unknown as Record<FilterName, string[]>),
  width: ['195', '205', '10'],
  height: ['55', '16,5', '60'],
  diameter: ['R15', 'R16', '22.5'],
}

describe('sizeChoice (specification 4.4)', () => {
  it.each(['205/55 R16', '205 55 16', '2055516', '205/55r16', '205-55-16', ' 205х55 Р16 '])(
    'reads %s as three filters',
    (typed) => {
      expect(sizeChoice(typed, lists)).toEqual({
        label: '205/55 R16',
        filters: { width: '205', height: '55', diameter: 'R16' },
      })
    },
  )

  it('returns the options as they are written in the lists', () => {
    expect(sizeChoice('195/60 R22,5', lists)?.filters.diameter).toBe('22.5')
  })

  it('keeps a part that is not an option', () => {
    expect(sizeChoice('225/45 R17', lists)?.filters).toEqual({ width: '225', height: '45', diameter: '17' })
  })

  it.each(['205', '205/55', 'R16', '205/55 R16 91T', 'зима', ''])('reads %j as no size', (typed) => {
    expect(sizeChoice(typed, lists)).toBeNull()
  })
})
