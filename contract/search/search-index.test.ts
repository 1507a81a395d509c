import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import type { SpecName } from '../tyre/tyre-specs.ts'
import { cutQuery } from './cut-query.ts'
import { markedPieces, parseHighlightQuery } from './marks.ts'
import { SearchIndex } from './search-index.ts'
import type { TyreCells } from './search-terms.ts'

/** Builds a fictional catalog of some hundred tyres, with names as several suppliers write them. */
type Model = readonly [brand: string, model: string, season: string, details?: string]

const MODELS: readonly Model[] = [
  ['Nokian Tyres', 'Hakkapeliitta R5', 'Зимняя'],
  ['Nokian Tyres', 'Hakkapeliitta R5 SUV', 'зима'],
  ['Nokian Tyres', 'Hakkapeliitta 10p', 'Зимняя', 'шип.'],
  ['Nokian Tyres', 'Hakka Green 3', 'Летняя'],
  ['Ikon (Nokian Tyres)', 'Nordman 7', 'зима', 'шип'],
  ['Ikon Tyres', 'Autograph Ice 9', 'Зимняя', 'шип.'],
  ['Yokohama', 'iceGuard IG60', 'Зимняя', 'липучка'],
  ['Yokohama', 'BluEarth AE51', 'Лето'],
  ['Continental', 'PremiumContact 6', 'Летняя'],
  ['Continental', 'WinterContact TS 860 S', 'Зимняя'],
  ['Continental', 'IceContact 3', 'Зимняя', '(шип.)'],
  ['Michelin', 'X-Ice North 4', 'зима', 'шип'],
  ['Michelin', 'Latitude Sport 3', 'лето'],
  ['Bridgestone', 'Blizzak DM-V3', 'Зимняя'],
  ['Hankook', 'Winter i*cept W616', 'зима'],
  ['Hankook', 'Winter i*Pike RS2 W429', 'зима', 'шип'],
  ['Pirelli', 'P Zero', 'Летняя'],
  ['Goodyear', 'Eagle F1', 'Летняя'],
  ['Кама', 'Евро-519', 'Зимняя', 'шип.'],
  ['Кама', 'НК-241', 'лето'],
  ['Antares', 'Grip 20', 'Зимняя'],
  ['Cordiant', 'Snow Cross 2', 'зима', 'шип'],
  ['Gislaved', 'Nord Frost 200', 'Зимняя', 'шип.'],
  ['BFGoodrich', 'All-Terrain T/A KO2', 'Всесезонная'],
  ['Viatti', 'Bosco A/T V-237', 'Всесезонные'],
]
const SIZES = [
  ['175', '70', '13', '82', 'T'],
  ['185', '65', 'R15', '92', 'T'],
  ['195', '65', '15', '95', 'T'],
  ['205', '55', 'R16', '91', 'T'],
  ['205', '55', '16', '94', 'H'],
  ['225', '45', 'ZR17', '94', 'W'],
  ['235', '55', 'R18', '104', 'H'],
  ['185', '75', 'R16C', '104/102', 'R'],
] as const

function tyreOf([brand, model, season, details]: Model, at: number, sizeAt: number): TyreCells {
  const [width, height, diameter, loadIndex, speedIndex] = SIZES[sizeAt] as (typeof SIZES)[number]
  const size = `${width}/${height}R${diameter.replace(/^Z?R/, '')}`
  const end = details ? ` ${details}` : ''
  const names = [
    `${size} ${loadIndex}${speedIndex} XL ${model} TL${end}`,
    `${size} ${brand} ${model} ${loadIndex}${speedIndex}${end}`,
    `${brand} ${model} R${diameter.replace(/^Z?R/, '')} ${width}/${height} ${loadIndex}${speedIndex}${end}`,
  ]
  return {
    article: `M${10 + at}-${1000 + sizeAt * 37}/${'ABCDEFGH'[sizeAt]}`,
    brand,
    name: names[at % names.length] as string,
    width,
    height,
    diameter,
    season,
    vehicleType: sizeAt === 7 ? 'Легкогрузовая' : 'Легковая',
    speedIndex,
    loadIndex,
  }
}

const TYRES = MODELS.flatMap((model, at) => SIZES.map((_, sizeAt) => tyreOf(model, at, sizeAt)))

function indexOf(tyres: readonly TyreCells[]): SearchIndex {
  const index = new SearchIndex()
  for (const tyre of tyres) index.add(tyre)
  index.finish()
  return index
}

const INDEX = indexOf(TYRES)
const find = (query: string, limit = 5): TyreCells[] =>
  INDEX.search(query, limit).positions.map((position) => TYRES[position] as TyreCells)

type Wanted = Partial<Record<SpecName, RegExp>>

const SIZE_205 = { width: /^205$/, height: /^55$/, diameter: /16/ }
const name = (pattern: RegExp): Wanted => ({ name: pattern })
const brand = (pattern: RegExp): Wanted => ({ brand: pattern })

describe('ranking (specification 16.1 and 16.2)', () => {
  test.each<[string, Wanted]>([
    ...[
      '2055516',
      '205/55 R16',
      '205/55R16',
      '205 55 16',
      '205/55/16',
      '205-55-16',
      '205.55.16',
      '205х55х16',
      '205/55 р16',
      '205.55 к16',
      '20555r16',
      '16 205/55',
      'шины 205 55 16 купить',
    ].map((query): [string, Wanted] => [query, SIZE_205]),
    ['205/55', { width: /205/, height: /55/ }],
    ['205/5', { width: /205/ }],
    ['205/55 r1', { width: /205/, height: /55/ }],
    ['r17', { diameter: /17/ }],
    ['р18', { diameter: /18/ }],
    ['радиус 15', { diameter: /15/ }],
    ['16 дюймов', { diameter: /16/ }],
    ['185/75 r16c', { width: /185/, height: /75/ }],
    ['205 55 16 91T', { ...SIZE_205, loadIndex: /^91$/, speedIndex: /^T$/ }],
    ['205 55 16 94 н', { ...SIZE_205, loadIndex: /^94$/ }],
    ['185/75 16 104/102r', { loadIndex: /^104\/102$/ }],
    ['зима 16 шип', { diameter: /16/, season: /зима|Зимн/, name: /шип/ }],
    ['зимн 205/55 16', { ...SIZE_205, season: /зима|Зимн/ }],
    ['лето r16', { diameter: /16/, season: /лет/i }],
    ['всесезонка 195 65 15', { season: /Всесез/, width: /195/ }],
    ['липучка 205 55 16', { ...SIZE_205, name: /липучка/ }],
    ['нешип 16', { season: /зима|Зимн/, name: /^(?!.*шип)/ }],
    ['зима16', { season: /зима|Зимн/, diameter: /16/ }],
    ['pbvf 16', { season: /зима|Зимн/, diameter: /16/ }],
    ['легкогрузовые', { vehicleType: /Легкогруз/ }],
    ['Йокохама', brand(/Yokohama/)],
    ['yokohama', brand(/Yokohama/)],
    ['йокогама', brand(/Yokohama/)],
    ['мишлен', brand(/Michelin/)],
    ['бриджстоун', brand(/Bridgestone/)],
    ['гудиер', brand(/Goodyear/)],
    ['ханкук', brand(/Hankook/)],
    ['kama', brand(/Кама/)],
    ['бф гудрич', brand(/BFGoodrich/)],
    ['тщлшфт', brand(/Nokian/)],
    ['rjhlbfyn', brand(/Cordiant/)],
    ['[frf', name(/Hakka/)],
    ['нокиан хака', { brand: /Nokian/, name: /Hakka/ }],
    ['hakka r5', name(/Hakkapeliitta R5(?! SUV)/)],
    ['хакапелита 10', name(/Hakkapeliitta 10p/)],
    ['нордман 7', name(/Nordman 7/)],
    ['нордман7', name(/Nordman 7/)],
    ['айсгард', name(/iceGuard/)],
    ['ice guard ig60', name(/iceGuard IG60/)],
    ['premium contact 6', name(/PremiumContact 6/)],
    ['премиум контакт', name(/PremiumContact/)],
    ['ts860s', name(/TS 860 S/)],
    ['ice contact 3', name(/IceContact 3/)],
    ['xice north', name(/X-Ice North/)],
    ['икс айс', name(/X-Ice/)],
    ['латитюд', name(/Latitude/)],
    ['близзак dmv3', name(/Blizzak DM-V3/)],
    ['hankook 616', name(/W616/)],
    ['ipike', name(/i\*Pike/)],
    ['нк 241', name(/НК-241/)],
    ['евро 519', name(/Евро-519/)],
    ['grip 20', name(/Grip 20/)],
    ['t/a ko2', name(/T\/A KO2/)],
    ['hakkapelitta r5', name(/Hakkapeliitta R5/)],
    ['yokahama', brand(/Yokohama/)],
    ['nokain', brand(/Nokian/)],
    ['гислвед', brand(/Gislaved/)],
    ['кардиант', brand(/Cordiant/)],
    ['nordman 7 205/55 16', { ...SIZE_205, name: /Nordman 7/ }],
    ['205/55 16 йокохама зима', { ...SIZE_205, brand: /Yokohama/, season: /Зим/ }],
    ['M12-1037/B', { article: /^M12-1037\/B$/ }],
    ['м12 1037', { article: /^M12-1037/ }],
    ['1037b', { article: /1037\/B$/ }],
    ['ь121037', { article: /^M12-1037/ }],
  ])('%s', (query, wanted) => {
    const [first] = find(query)
    expect(first).toBeDefined()
    for (const [spec, pattern] of Object.entries(wanted)) {
      expect(String(first?.[spec as SpecName]), spec).toMatch(pattern)
    }
  })

  it('finds an article without the zeros before it, unless one has them', () => {
    const articlesBy = (query: string, ...articles: string[]) => {
      const index = indexOf(articles.map((article) => ({ ...(TYRES[0] as TyreCells), article })))
      return index.search(query).positions.map((at) => articles[at])
    }
    expect(articlesBy('0357951', '357951', '111111')).toEqual(['357951'])
    expect(articlesBy('0357951', '357951', '0357951')).toEqual(['0357951'])
    expect(articlesBy('0001234', '1234')).toEqual([])
  })

  it('matches a short article only as a whole', () => {
    const index = indexOf([
      { ...(TYRES[0] as TyreCells), article: 'K-7' },
      { ...(TYRES[0] as TyreCells), article: 'K-71' },
    ])
    expect(index.search('k7').positions).toEqual([0])
  })

  it.each([
    ['Ё0000000131', 'Ё0000000131'],
    ['Ё0000000131', 'е0000000131'],
    ['Ё0000000131', '00131'],
    ['ﬁ-2031', 'ﬁ-2031'],
    ['ﬁ-2031', 'fi2031'],
    ['Ａ1２３4', 'a1234'],
    ['Å-7003', 'a7003'],
  ])('finds article %s by %s', (article, query) => {
    const index = indexOf([
      { ...(TYRES[0] as TyreCells), article: 'K-71' },
      { ...(TYRES[0] as TyreCells), article },
    ])
    expect(index.search(query).positions).toEqual([1])
  })

  it.each([...'zahkйсx', 'e', 'o'])('finds nothing for a held key: %s', (letter) => {
    expect(find(letter.repeat(8))).toEqual([])
  })

  it('counts all matches and only these', () => {
    const { total } = INDEX.search('205/55 16', 3)
    expect(total).toBe(MODELS.length * 2)
    expect(INDEX.matching('205/55 16').map((at) => TYRES[at]?.width)).toEqual(Array(total).fill('205'))
    expect(INDEX.search('нокиан 999/99').total).toBe(0)
  })

  it('ranks a preferred tyre before an equal match, but not before a better one', () => {
    const wanted = TYRES.findIndex((tyre) => /R5 SUV/.test(String(tyre.name)) && tyre.width === '235')
    const [first] = INDEX.search('205 55 16', 1, (at) => Number(at === wanted)).positions
    expect(TYRES[first as number]?.width).toBe('205')
    expect(INDEX.search('hakkapeliitta r5 suv', 1, (at) => Number(at === wanted)).positions).toEqual([wanted])
  })
})

describe('unusual queries', () => {
  it('are cut without half a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite', minLength: 190, maxLength: 210 }), (text) => {
        const cut = cutQuery(text)
        expect(cut.isWellFormed()).toBe(true)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, 199))
      }),
    )
    expect(cutQuery(`${'а'.repeat(199)}😀`)).toBe('а'.repeat(199))
    expect(cutQuery(`${'а'.repeat(198)}😀я`)).toBe(`${'а'.repeat(198)}😀`)
  })

  test.each(['', '   ', '!!!???', '😀', '\u0000', '\ud800', '\udfff тест', '/', '//', '-', '()', '\\', "'"])(
    '%j find nothing, without an error',
    (query) => {
      expect(INDEX.search(query, 5)).toEqual({ positions: [], total: 0, preferred: 0 })
    },
  )

  it('are cut at 200 characters', () => {
    expect(find(`${'нокиан '.padEnd(400)}${'a'.repeat(9600)}`)[0]?.brand).toBe('Nokian Tyres')
  })

  it('of any characters and length finish within the time limit', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 10_000 }),
      fc.string({ unit: fc.constantFrom(...'20516/ rхз.-*\'"[];шипn'), maxLength: 10_000 }),
    )
    fc.assert(
      fc.property(odd, (query) => {
        const { positions, total } = INDEX.search(query, 5)
        expect(positions.length).toBe(Math.min(5, total))
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('long repetitions', () => {
  /** Generates sizes and separators, each repeated to fill a text. */
  const repeated = fc
    .array(
      fc.tuple(
        fc.constantFrom(
          ...[
            '205',
            '55',
            '16',
            'r',
            '/',
            '/',
            ' ',
            ' ',
            '\u00a0',
            '\t',
            '.',
            'x',
            '-',
            '1',
            'не',
            '91/',
            '(',
          ],
        ),
        fc.constantFrom(1, 1, 1, 60, 95, 193, 5_000),
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.map(([piece, times]) => piece.repeat(times)).join(''))
    .map((text) => text.slice(0, 10_000))
  const hostile = [
    ...[' ', '/', '1', '.', 'x', '\t', ' /', '\ufdfa'].flatMap((one) => [
      `205/55${one.repeat(193)}x`,
      `205${one.repeat(60)}55${one.repeat(60)}x`,
      `205/55${one.repeat(5_000)}x`,
    ]),
    `не${' '.repeat(5_000)}x`,
  ]

  // Backtracking that grows with a power of the length would take minutes.
  it.each(hostile.map((text) => [text.slice(0, 12), text]))('%j… is read at once', (_, text) => {
    const { positions, total } = INDEX.search(text, 5)
    expect(positions.length).toBe(Math.min(5, total))
    indexOf([{ ...(TYRES[0] as TyreCells), name: text, article: text, brand: text, width: text }])
  })

  it('of any kind are read within the time limit, as a query and as a name', () => {
    fc.assert(
      fc.property(repeated, (text) => {
        const { positions, total } = INDEX.search(text, 5)
        expect(positions.length).toBe(Math.min(5, total))
        expect(indexOf([{ ...(TYRES[0] as TyreCells), name: text }]).size).toBe(1)
        expect(
          markedPieces(text, parseHighlightQuery(text))
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
      { numRuns: runs(200) },
    )
  })

  it('of spaces are read like one space', () => {
    expect(INDEX.matching(`205/55${' '.repeat(60)}16${'\t'.repeat(60)}зима`)).toEqual(
      INDEX.matching('205/55 16 зима'),
    )
  })
})

/** Names as in real price lists, with columns that state less than the name, or contradict it. */
const PASTED: readonly Pick<
  TyreCells,
  'name' | 'width' | 'height' | 'diameter' | 'loadIndex' | 'speedIndex'
>[] = (
  [
    ['235/85R16LT Nexen Roadian AT 4X4 120/116R', '235', '85', 'R16', '120/116', 'R'],
    ['235/85 R16 LT Nexen Roadian AT 120/116R', '235', '85', 'R16', '', ''],
    ['33X12.50R17LT GINELL GN3000 114Q', '12.50', '65', '17', '114', 'Q'],
    ['35X12.50-16LT Cordiant Off Road 121Q', '12.5', '0', '—16', '121', 'Q'],
    ['35X12.50R15 MAXXIS Razr MT-772 113Q', '12.50', '', '15', '113', 'Q'],
    ['LT205R16C 110/108S Roadian CT8 TL', '205', '0', 'R16C', '16', 'C'],
    ['265/80-16(33x10,5-16) 111N ET500 TL POR', '265', '80', '—16', '111', 'N'],
    ['315/80R22,5 156/150L (154/150M) GL267D TL 20PR', '315', '80', 'R22.5', '156/150', 'L'],
    ['315/80R22,5 154/150L(152/148M) GL267D TL', '315', '80', 'R22.5', '154/150', 'L'],
    ['315/70R22.5 Firestone FS422 154L/152M', '315', '70', 'R22.5', '154', 'L'],
    ['9.00-16 ЯФ-399 110A6', '9.00', '', '16', '', ''],
    ['9.00R20 ИН-142Б-1 14PR 141/138K TT', '9.00', '', '20', '140/137', 'J'],
    ['205/70R15C MAXXIS Bravo UE-168N 106/104R', '205', '70', '15', '104', 'R'],
    ['225/45R17 Rapid E70B 94V', '225', '45', '17', '93', 'V'],
    ['205/80R16 104T XL Dynapro AT M RF10 TL', '205', '80', 'R16', '104', 'T'],
    ['225/65R17 102S Grip 20 TL', '225', '65', 'R17', '102', 'S'],
    ['Linglong Green-Max 4*4 R18 235/50 97V', '235', '50', '18', '97', 'V'],
    ['225/50R17 Maxxis Arctic Trekker SP-02 94Q', '225', '45', '17', '94', 'Q'],
  ] as const
).map(([name, width, height, diameter, loadIndex, speedIndex]) => ({
  name,
  width,
  height,
  diameter,
  loadIndex,
  speedIndex,
}))

describe('a pasted name', () => {
  const index = indexOf([
    ...PASTED.map((tyre) => ({ ...(TYRES[0] as TyreCells), brand: '', ...tyre })),
    ...TYRES,
  ])

  it.each(PASTED.map((tyre, at) => [tyre.name, at] as const))('%s finds its tyre first', (text, at) => {
    expect(index.search(String(text), 1).positions).toEqual([at])
  })

  it('finds a tyre with other indices if the query has a size', () => {
    const [first] = find('205/55R16 Nordman 7 95H')
    expect(first).toMatchObject({ width: '205', name: expect.stringContaining('Nordman 7') })
    // In a query without a size, the indices must match.
    expect(find('nordman 95H')).toEqual([])
  })
})

describe('any tyre', () => {
  const anyTyre = fc.constantFrom(...TYRES)

  it('is among the first results for its complete name', () => {
    fc.assert(
      fc.property(anyTyre, (tyre) => {
        expect(find(`${tyre.brand} ${tyre.name}`).map(({ article }) => article)).toContain(tyre.article)
      }),
    )
  })

  it('is found by any part of its article of four characters', () => {
    fc.assert(
      fc.property(anyTyre, fc.nat(4), (tyre, from) => {
        const part = String(tyre.article)
          .replace(/\W/g, '')
          .slice(from, from + 4)
        const found = INDEX.search(part).positions.map((at) => TYRES[at]?.article)
        expect(found).toContain(tyre.article)
      }),
    )
  })

  it('is found whatever the order of brand, model, season and size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('нокиан', 'nordman', 'hankook', 'йокохама'),
        fc.shuffledSubarray(['зима', '205/55', 'r16'], { minLength: 3 }),
        fc.nat(3),
        (word, others, at) => {
          const words = others.toSpliced(at, 0, word).join(' ')
          const ordered = INDEX.matching(`${word} зима 205/55 r16`)
          expect(INDEX.matching(words)).toEqual(ordered)
        },
      ),
    )
  })
})
