import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import {
  chooseBy,
  chooseNotation,
  chooseTyre,
  describeTyre,
  renderListing,
} from '../../tests/support/tyre-names.ts'
import type { ListingText, TyreDescription } from './description.ts'
import { namesStuds, parseListing, withHabit } from './parse.ts'

const EMPTY: ListingText = {
  brand: 'Torvald',
  name: '',
  width: '',
  height: '',
  diameter: '',
  season: '',
  loadIndex: '',
  speedIndex: '',
}
const parse = (name: string, fields: Partial<ListingText> = {}): TyreDescription =>
  parseListing({ ...EMPTY, ...fields, name })

/** Parses marks behind the name of a car tyre. */
const parseMarks = (marks: string) => parse(`205/55R16 91T Frostclaw ${marks}`)

const numbers = fc.array(fc.nat(10_000), { minLength: 40, maxLength: 40 })

describe('parseListing', () => {
  it('reads every generated tyre back from every notation', () => {
    fc.assert(
      fc.property(numbers, numbers, (ofTyre, ofNotation) => {
        const tyre = chooseTyre(chooseBy(ofTyre))
        const listing = renderListing(tyre, chooseNotation(chooseBy(ofNotation)))
        expect(parseListing(listing), listing.name).toEqual(describeTyre(tyre))
      }),
      { numRuns: runs(5_000) },
    )
  })

  it('reads any text without an error, and never more than twelve words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.string({ maxLength: 30 }),
        (name, brand) => {
          const { model, aside } = parse(name, { brand })
          expect(model.length).toBeLessThanOrEqual(12)
          expect(aside.length).toBeLessThanOrEqual(12)
        },
      ),
      { numRuns: runs(2_000) },
    )
  })

  it.each([
    ['205/55R16', '205/55/16'],
    ['205/55 R16', '205/55/16'],
    ['205/55 Р16', '205/55/16'],
    ['205/55 ZR 16', '205/55/16'],
    ['205/55/16', '205/55/16'],
    ['205x55-16', '205/55/16'],
    ['205/55R16XL', '205/55/16'],
    ['R16 205/55', '205/55/16'],
    ['R16C 215/65', '215/65/16 C'],
    ['215/65R16C', '215/65/16 C'],
    ['215/65R16С', '215/65/16 C'],
    ['31x10.50R15LT', '31/10.5/15 LT'],
    ['LT31x10,50R15', '31/10.5/15 LT'],
    ['33X12,5 R15', '33/12.5/15'],
    ['R15 31x10.5', '31/10.5/15'],
    ['R15 LT31x10.5', '31/10.5/15 LT'],
    ['LT35x12.50R17(320/70R17)', '35/12.5/17 LT'],
    ['25x8-12', '25/8/12'],
    ['LT285/65R17', '285/65/17 LT'],
    ['HL315/30R23', '315/30/23 HL'],
    ['P265/70R17', '265/70/17'],
    ['10,00R20', '10//20'],
    ['10.00-20', '10//20'],
    ['12R22.5', '12//22.5'],
    ['12R22,5', '12//22.5'],
    ['315/80R22,5', '315/80/22.5'],
    ['185R14C', '185//14 C'],
    ['R14C 185', '185//14 C'],
    ['165-13(6,45-13)', '165//13'],
  ])('reads the size %s', (text, expected) => {
    for (const name of [`${text} 102T Frostclaw 2`, `Torvald Frostclaw 2 ${text} 102T`]) {
      const { size, commercial, prefix, model, aside } = parse(name)
      const marks = [commercial ? ' C' : '', prefix && ` ${prefix}`].join('')
      expect(`${size.width}/${size.height}/${size.diameter}${marks}`, name).toBe(expected)
      expect([...model, ...aside], name).toEqual(['FROSTCLAW', '2'])
    }
  })

  it('reads indices behind a full-profile size as indices', () => {
    expect(parse('175 R16C Frostclaw 102/100R 16 PR')).toMatchObject({
      size: { width: '175', height: '', diameter: '16' },
      load: '102/100',
      ply: '16',
    })
  })

  it.each([
    ['91T', '91', 'T'],
    ['91 T', '91', 'T'],
    ['108(Y)', '108', 'Y'],
    ['154/150M', '154/150', 'M'],
    ['104/102 R', '104/102', 'R'],
    ['160K (158L)', '160', 'K'],
    ['154/150M (152/148L)', '154/150', 'M'],
    ['109/107', '109/107', ''],
    ['78Р', '78', 'P'],
    ['91T (2023)', '91', 'T'],
  ])('reads the indices %s behind size, model and marks', (text, load, speed) => {
    for (const name of [
      `205/55R16 ${text} Frostclaw XL`,
      `205/55R16 Frostclaw ${text} XL`,
      `205/55R16 Frostclaw XL ${text}`,
    ]) {
      expect(parse(name), name).toMatchObject({ load, speed, model: ['FROSTCLAW'], extraLoad: true })
    }
  })

  it('trusts the name more than the fields, and reads from the fields what it misses', () => {
    const fields = { width: '195', height: '65', diameter: 'R15C', loadIndex: '88', speedIndex: 'H' }
    expect(parse('205/55R16 91T Frostclaw', fields)).toMatchObject({
      size: { width: '205', height: '55', diameter: '16' },
      load: '91',
      speed: 'T',
      commercial: false,
    })
    expect(parse('Frostclaw', fields)).toMatchObject({
      size: { width: '195', height: '65', diameter: '15' },
      load: '88',
      speed: 'H',
      commercial: true,
    })
  })

  it.each([
    ['91 T of the fields', { loadIndex: '91', speedIndex: 'T' }, '91', 'T'],
    ['the load that is the rim', { loadIndex: '16', speedIndex: 'C', diameter: 'R16C' }, '', ''],
    ['a speed of two letters', { loadIndex: '91', speedIndex: 'TT' }, '', ''],
  ])('reads %s as indices, if they are some', (_, fields, load, speed) => {
    expect(parse('205/55R16 Frostclaw', fields)).toMatchObject({ load, speed })
  })

  it.each([
    ['Torvald', '205/55R16 91T Torvald Frostclaw'],
    ['Torvald', 'TORVALD 205/55R16 91T Frostclaw'],
    ['Torvald', 'Frostclaw 205/55R16 91T'],
    ['Torvald (Nordwerk)', 'Torvald (Nordwerk) Frostclaw 205/55R16 91T'],
    ['Torvald (Nordwerk)', 'Torvald Frostclaw 205/55R16 91T'],
    ['Torvald', 'Автошина Torvald Frostclaw 205/55R16 91T'],
    ['Torvald', 'А/шина Torvald Frostclaw 205/55R16 91T новая'],
    ['Torvald', 'Torvald Frostclaw 205/55R16 91T, комплект 4 шт.'],
    ['Torvald', 'Torvald Frostclaw 205/55R16 91T (комплект из 4 штук)'],
    ['Torvald', 'Комплект шин Torvald Frostclaw 205/55R16 91T - 4шт'],
    ['Torvald', 'Torvald Frostclaw 205/55R16 91T цена за 4 шт'],
  ])('takes the brand %s out of %s', (brand, name) => {
    expect(parse(name, { brand })).toMatchObject({ family: 'TORVALD', model: ['FROSTCLAW'] })
  })

  it('reads the members of a family as one brand, and keeps a brand that is a model line', () => {
    expect(parse('Nordman 7 205/55R16 94T', { brand: 'Nokian Tyres' })).toMatchObject({
      family: 'IKON',
      model: ['NORDMAN', '7'],
    })
    expect(parse('7 205/55R16 94T', { brand: 'Nordman' })).toMatchObject({
      family: 'IKON',
      model: ['NORDMAN', '7'],
    })
    expect(parse('Кама Евро 518 205/55R16', { brand: 'Кама ЕВРО' })).toMatchObject({
      family: 'KAMA',
      model: ['518'],
    })
  })

  it.each(['XL', '(XL)', 'Extra Load', 'Reinforced', 'усил.', 'усиленная'])(
    'reads %s as extra load',
    (mark) => {
      expect(parseMarks(mark)).toMatchObject({ extraLoad: true, model: ['FROSTCLAW'], aside: [] })
    },
  )

  it.each(['RFT', '(RFT)', 'ROF', 'RunFlat', 'Run Flat', 'Run-Flat', 'RunOnFlat', 'SSR', 'ZP', 'EMT', 'HRS'])(
    'reads %s as run-flat',
    (mark) => {
      expect(parseMarks(mark)).toMatchObject({ runFlat: true, model: ['FROSTCLAW'], aside: [] })
    },
  )

  it.each(['шип', '(шип.)', 'шип.', 'ш.', '(ш)', 'шипы', 'шипованная', 'Ш.', 'STUD', 'studded'])(
    'reads %s as studs, which makes it a winter tyre',
    (mark) => {
      expect(parseMarks(mark)).toMatchObject({
        studs: true,
        season: 'winter',
        model: ['FROSTCLAW'],
        aside: [],
      })
    },
  )

  it.each([
    'нешип.',
    '(не шип.)',
    'не шип',
    'НЕ ШИП',
    'н/ш',
    'Н/Ш.',
    'фрикц.',
    'липучка',
    'без шипов',
    'Friction',
    'под шип',
    'шипуемая',
  ])('reads %s as no studs', (mark) => {
    expect(parseMarks(mark)).toMatchObject({ studs: false, model: ['FROSTCLAW'], aside: [] })
  })

  it('reads a tube that is sold with the tyre, and nothing of its size', () => {
    const kit = parse('9,00R20 144/142K Frostclaw TT + Камера 9,00-20 (260-508) вентиль ГК-135')
    expect(kit).toMatchObject({ equipment: ['камера'], tube: true, model: ['FROSTCLAW'], aside: [] })
    expect(parse('215/90R15C 99N Frostclaw Камера')).toMatchObject({
      equipment: ['камера'],
      model: ['FROSTCLAW'],
    })
  })

  it.each([
    ['Ice Zero FR', false],
    ['Ice FR', false],
    ['Ice Frostclaw FR', null],
  ])('reads FR of %s as friction only behind the line: studs are %s', (line, studs) => {
    expect(parse(`205/55R16 91T ${line} TL`)).toMatchObject({
      studs,
      model: line.toUpperCase().split(' ').slice(0, -1),
    })
  })

  it.each([
    ['зимняя', 'winter'],
    ['зима', 'winter'],
    ['летняя', 'summer'],
    ['лето', 'summer'],
    ['всесезонная', 'all'],
    ['всесез.', 'all'],
    ['в/с', 'all'],
  ])('reads the season %s from name and field', (word, season) => {
    expect(parseMarks(word)).toMatchObject({ season, studs: null, model: ['FROSTCLAW'] })
    if (word !== 'в/с') expect(parse('205/55R16 Frostclaw', { season: word }).season).toBe(season)
  })

  it.each([
    ['AO', ['AO']],
    ['(AO)', ['AO']],
    ['Audi', ['AO']],
    ['MO', ['MO']],
    ['Mercedes', ['MO']],
    ['Mercedes-Benz', ['MO']],
    ['*', ['*']],
    ['(*)', ['*']],
    ['BMW', ['*']],
    ['N0', ['N0']],
    ['Porsche', ['N']],
    ['Land Rover', ['LR']],
    ['J/LR', ['J/LR']],
    ['VOL', ['VOL']],
    ['Volvo', ['VOL']],
    ['* MO', ['*', 'MO']],
    ['MO *', ['*', 'MO']],
    ['', []],
  ])('reads the maker of %s', (mark, origin) => {
    expect(parseMarks(mark)).toMatchObject({ origin, runFlat: false, model: ['FROSTCLAW'], aside: [] })
  })

  it('reads the mark of a maker for run-flat tyres as both', () => {
    expect(parseMarks('MOE')).toMatchObject({ origin: ['MO'], runFlat: true })
  })

  it('keeps a name that consists of marks only as the model', () => {
    expect(parse('205/55R16 91T N1')).toMatchObject({ origin: ['N1'], model: ['N1'] })
  })

  it.each(['8PR', '8 PR', '8PR.', '8 сл.', '8 слоев', 'нс8', 'н.с. 8', 'н.с.8', '8 н.с.', '8 н.с. 3PMSF'])(
    'reads the ply rating %s behind a version',
    (mark) => {
      expect(parse(`185R14C Frostclaw 2 102/100Q ${mark} TL`)).toMatchObject({
        ply: '8',
        model: ['FROSTCLAW', '2'],
      })
      expect(parse(`185R14C Frostclaw 2 ${mark} 102/100Q`)).toMatchObject({
        ply: '8',
        model: ['FROSTCLAW', '2'],
      })
    },
  )

  it.each([
    ['TT', true],
    ['ТТ', true],
    ['T/T', true],
    ['камерная', true],
    ['TL', false],
    ['T/L', false],
    ['б/к', false],
    ['бескамерная', false],
  ])('reads whether %s is a tyre with a tube', (mark, tube) => {
    expect(parseMarks(mark)).toMatchObject({ tube, model: ['FROSTCLAW'], aside: [] })
  })

  it.each([
    '2023 г.',
    '2023г',
    '2023г.в.',
    '2023 г. в.',
    '2023 год',
    '(2023)',
    '(2023 г.)',
    'DOT 2023',
    'DOT2023',
    'DOT 0523',
  ])('reads the year of %s', (mark) => {
    expect(parseMarks(mark)).toMatchObject({ year: '2023', origin: [], model: ['FROSTCLAW'], aside: [] })
  })

  it.each([
    ['Frostclaw FK-531', ['FROSTCLAW', 'FK531']],
    ['Frostclaw (FK-531)', ['FROSTCLAW', 'FK531']],
    ['Frostclaw (ФК-531)', ['FROSTCLAW', 'ФК531']],
    ['Frostclaw К-175', ['FROSTCLAW', 'K175']],
    ['Frostclaw II', ['FROSTCLAW', '2']],
    ['Frostclaw 4x4', ['FROSTCLAW', 'SUV']],
    ['Frost-Claw+', ['FROSTCLAW+']],
    ['«Frostclaw» M+S 3PMSF FR', ['FROSTCLAW']],
    ['PS4 S', ['PS4', 'S']],
    ['РS4 S', ['PS4', 'S']],
  ])('reads the model line %s', (line, model) => {
    expect(parse(`205/55R16 91T ${line} TL`)).toMatchObject({ model, aside: [] })
  })

  it('reads words in brackets as a second name', () => {
    expect(parse('205/55R16 91T Frostclaw (Polar Claw)')).toMatchObject({
      model: ['FROSTCLAW'],
      aside: ['POLAR', 'CLAW'],
    })
  })

  it.each([
    ['ContiSilent', ['NCS']],
    ['Acoustic', ['NCS']],
    ['SealInside', ['SEAL']],
    ['Seal NCS', ['NCS', 'SEAL']],
  ])('reads the equipment of %s', (mark, equipment) => {
    expect(parseMarks(mark)).toMatchObject({ equipment, model: ['FROSTCLAW'] })
  })

  it('reads the first 300 characters of a longer name, whatever they are', () => {
    const { model } = parse(`205/55R16 91T Frostclaw\u0000\t${'x'.repeat(100_000)}`)
    expect(model).toEqual(['FROSTCLAW', expect.stringMatching(/^X{1,300}$/)])
    expect(parse('('.repeat(100_000)).model).toEqual([])
    expect(parse('1'.repeat(100_000)).model.join('')).toHaveLength(300)
    expect(parse('\u0000\u0007\u001b\ufeff').model).toEqual([])
  })
})

describe('withHabit', () => {
  const list = (...marks: string[]) => {
    const listings = marks.map((mark) => ({ ...EMPTY, name: `205/55R16 91T Frostclaw ${mark}` }))
    const saysStuds = namesStuds(listings)
    return listings.map((listing) => withHabit(parseListing(listing), saysStuds).studs)
  }

  it('takes silence of a list that names studs for none, in winter only', () => {
    expect(list('шип', 'зимняя', 'летняя', 'нешип.')).toEqual([true, false, null, false])
  })

  it('concludes nothing from a list that never or hardly ever names studs', () => {
    expect(list('зимняя', 'нешип.')).toEqual([null, false])
    const [studded, ...others] = list('шип', ...Array<string>(40).fill('зимняя'))
    expect(studded).toBe(true)
    expect(new Set(others)).toEqual(new Set([null]))
  })

  it('concludes from a sample of a long list', () => {
    const marks = Array.from({ length: 10_000 }, (_, i) => (i % 7 === 0 ? 'шип' : 'зимняя'))
    expect(list(...marks)[1]).toBe(false)
  })
})
