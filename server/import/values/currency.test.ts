// Specification 10.12

import { describe, expect, it } from 'vitest'
import { isForeign, isForeignCode, isRouble } from './price.ts'

describe('numbers of currencies', () => {
  it.each(['398', '933', '840', '978', '156'])('means another currency in a currency column: %s', (code) => {
    expect(isForeignCode(code)).toBe(true)
    expect(isRouble(code)).toBe(false)
    expect(isForeign(`price[${code}]`)).toBe(true)
    expect(isForeign(code)).toBe(false)
  })

  it('means roubles as 643 and 810', () => {
    expect(['643', '810'].map(isRouble)).toEqual([true, true])
    expect(['643', '810'].map(isForeignCode)).toEqual([false, false])
    expect(isForeign('price[643]')).toBe(false)
  })
})
