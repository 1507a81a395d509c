import { describe, expect, it } from 'vitest'
import { PLACES } from '../places.ts'
import { keyName, START, stepTo } from './key-sequence.ts'

describe('stepTo (specification 20.2)', () => {
  it('leads from each key sequence to one page', () => {
    for (const place of PLACES) {
      expect(stepTo(PLACES, place.keys)).toEqual({ place })
      for (let n = 1; n < place.keys.length; n++) {
        expect(stepTo(PLACES, place.keys.slice(0, n))).toEqual({ typed: place.keys.slice(0, n) })
      }
      expect(place.keys).not.toMatch(START)
    }
    expect(new Set(PLACES.map(({ keys }) => keys)).size).toBe(PLACES.length)
  })

  it('returns null for unknown keys', () => {
    expect(stepTo(PLACES, 'r9')).toBeNull()
    expect(stepTo(PLACES, 'x')).toBeNull()
  })

  it.each([
    ['KeyG', 'g'],
    ['Digit3', '3'],
    ['Numpad3', '3'],
    ['Slash', null],
    ['F3', null],
    ['', null],
  ])('keyName(%s) is %s', (code, name) => {
    expect(keyName(code)).toBe(name)
  })
})
