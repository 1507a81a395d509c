import { describe, expect, it } from 'vitest'
import { keyName } from '../../ui/single-keys.ts'
import { DESTINATIONS } from '../destinations.ts'
import { IDLE_SEQUENCE, stepTo } from './key-sequence.ts'

describe('stepTo (specification 20.2)', () => {
  it('leads from each key sequence to one page', () => {
    for (const place of DESTINATIONS) {
      expect(stepTo(DESTINATIONS, place.keys)).toEqual({ place })
      for (let n = 1; n < place.keys.length; n++) {
        expect(stepTo(DESTINATIONS, place.keys.slice(0, n))).toEqual({ typed: place.keys.slice(0, n) })
      }
      expect(place.keys).not.toMatch(IDLE_SEQUENCE)
    }
    expect(new Set(DESTINATIONS.map(({ keys }) => keys)).size).toBe(DESTINATIONS.length)
  })

  it('returns null for unknown keys', () => {
    expect(stepTo(DESTINATIONS, 'r9')).toBeNull()
    expect(stepTo(DESTINATIONS, 'z')).toBeNull()
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
