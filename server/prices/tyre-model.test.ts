// Specification 10.15

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { specs } from '../../tests/support/prices.ts'
import { tyreModel } from './tyre-model.ts'

const spike = (name: string) =>
  specs({ article: '', brand: 'Bridgestone', name, speedIndex: 'T', loadIndex: '91' })

describe('the model in a name', () => {
  it.each([
    'Bridgestone Blizzak SPIKE-02 205/55 R16 91T',
    '205/55 R16 BLIZZAK SPIKE-02 Bridgestone 91T TL',
    'Bridgestone Blizzak Spike-02 R16 205/55 91T',
    '205/55R16 91T Blizzak Spike-02 TL',
    '205/55ZR16 Blizzak Spike 02 (91T)',
    'Шина  Blizzak  Spike-02 205/55 R 16 91 T',
    // В, Е and О are Cyrillic here.
    'ВRIDGESTONЕ Blizzak Spike-О2'.replace('О2', '02'),
  ])('is the same however a source writes it: %s', (name) => {
    expect(tyreModel(spike(name))).toEqual(tyreModel(spike('Blizzak Spike-02')))
  })

  it('excludes extra load and studs, which many sources leave out', () => {
    const plain = tyreModel(spike('Blizzak Spike-02'))
    expect(tyreModel(spike('Blizzak Spike-02 (шип.)'))).toEqual({ key: plain?.key, details: 'ШИП' })
    expect(tyreModel(spike('Blizzak Spike-02 XL TL шип'))).toEqual({ key: plain?.key, details: 'XL ШИП' })
  })

  it.each([
    ['WinterContact TS 850 P', 'WinterContact TS 870 P'],
    ['Hakkapeliitta 10', 'Hakkapeliitta 10p'],
    ['Ice Zero', 'Ice Zero FR'],
    ['Pilot Sport 4', 'Pilot Sport 4 S'],
    ['Sport Maxx 050', 'Sport Maxx 050+'],
    ['Scorpion *', 'Scorpion'],
    ['g-Force', 'g-Force Stud'],
  ])('tells %s from %s', (a, b) => {
    expect(tyreModel(spike(a))?.key).not.toBe(tyreModel(spike(b))?.key)
  })

  it.each(['brand', 'width', 'diameter', 'speedIndex', 'loadIndex'] as const)(
    'is unknown without %s',
    (field) => {
      expect(tyreModel({ ...spike('Blizzak'), [field]: '' })).toBeUndefined()
    },
  )

  it('is unknown if the name has only brand and size', () => {
    expect(tyreModel(spike('Bridgestone 205/55 R16 91T'))).toBeUndefined()
  })

  it('is deterministic and never throws, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, brand) => {
        const tyre = { ...spike(name), brand }
        expect(tyreModel(tyre)).toEqual(tyreModel(tyre))
      }),
    )
  })
})
