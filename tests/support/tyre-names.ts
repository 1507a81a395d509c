import type { ListingText, TyreDescription, TyreSeason } from '../../server/matching/description.ts'

/**
 * Grammar of made-up tyres: brands and model lines are invented, the notations are those of real price lists. A tyre is
 * rendered in a notation, and the parser must read the tyre back.
 */

/** Chooses one item of a list: at random, or by the numbers of a property test. */
export type Choose = <Item>(list: readonly Item[]) => Item

/** Returns a choice by a list of numbers, used one after the other; 0 chooses the first item. */
export function chooseBy(numbers: readonly number[]): Choose {
  let next = 0
  return (list) => list[(numbers[next++ % numbers.length] as number) % list.length] as (typeof list)[number]
}

/** Returns a reproducible random choice. */
export function chooseFrom(seed: number): Choose {
  let state = seed
  return (list) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return list[Math.floor((state / 2 ** 32) * list.length)] as (typeof list)[number]
  }
}

type SizeKind = 'metric' | 'inch' | 'full' | 'lorry'

/** Model line of a brand, which has many sizes. */
export interface MadeUpLine {
  brand: string
  /** owner whom some suppliers add to the brand in brackets */
  owner: string
  /** words of the model line, with its version */
  line: readonly string[]
  /** model code like 'FK-531'; '' for none */
  code: string
  season: TyreSeason
  kind: SizeKind
}

export interface MadeUpTyre extends MadeUpLine {
  width: string
  height: string
  diameter: string
  commercial: boolean
  prefix: '' | 'P' | 'LT' | 'HL'
  load: string
  speed: string
  extraLoad: boolean
  runFlat: boolean
  studs: boolean | null
  /** mark of a car maker; '' for none */
  origin: '' | 'AO' | 'MO' | '*' | 'VOL' | 'LR'
  ply: string
  tube: boolean
  year: string
}

/** Spelling of everything that suppliers spell differently. */
export interface Notation {
  size: 'joined' | 'spaced' | 'cyrillic' | 'speedLetter' | 'slashes' | 'rimFirst'
  decimal: '.' | ','
  prefix: 'before' | 'behind'
  indices: 'behindSize' | 'behindModel' | 'end'
  /** whether the speed index of over 300 km/h is in brackets */
  bracketY: boolean
  /** second pair of indices behind that of a lorry's tyre */
  secondPair: boolean
  brand: 'first' | 'behindSize' | 'missing' | 'owner'
  code: 'behind' | 'brackets' | 'missing'
  extraLoad: string
  runFlat: string
  studs: string
  noStuds: string
  origin: 'mark' | 'brackets' | 'maker'
  season: 'field' | 'word'
  ply: string
  tubeless: string
  tube: string
  year: string
  /** words without a meaning for matching */
  noise: string
  upperCase: boolean
  gap: ' ' | '    '
}

const BRANDS = [
  ['Torvald', 'Nordwerk'],
  ['Ost Rubber', 'Nordwerk'],
  ['Quellmark', 'Brasovia Group'],
  ['Ветрошин', 'Nordwerk'],
  ['Zennho', 'Zennho Holding'],
] as const
const FIRST_WORDS = [
  'Frostclaw',
  'Polarwind',
  'Terrahunt',
  'Citygleam',
  'Mountrail',
  'Snowbeam',
  'Sunlane',
  'Cargoline',
]
const SECOND_WORDS = ['', 'Grip', 'Sport', 'Ice', 'Drive', 'Touring']
const VERSIONS = ['', '2', '3', '7', 'EVO']
const VARIANTS = ['', 'SUV', 'Van']
const CODES = ['', 'FK-531', 'W-07', 'GT900', 'К-175', 'Я-458', '356']
const SPEEDS = ['T', 'H', 'Q', 'V', 'W', 'S', 'R']
const YES_OR_NO = [false, true]
const RARELY = [false, false, false, true]

/** Chooses a model line of a brand. */
export function chooseLine(choose: Choose, [brand, owner]: readonly [string, string]): MadeUpLine {
  return {
    brand,
    owner,
    line: [choose(FIRST_WORDS), choose(SECOND_WORDS), choose(VERSIONS), choose(VARIANTS)].filter(
      (word) => word !== '',
    ),
    code: choose(CODES),
    season: choose(['summer', 'winter', 'all'] as const),
    kind: choose(['metric', 'metric', 'inch', 'full', 'lorry'] as const),
  }
}

/** Chooses a tyre whose attributes fit together. */
export function chooseTyre(choose: Choose, line = chooseLine(choose, choose(BRANDS))): MadeUpTyre {
  const size = chooseSize(choose, line.kind)
  const isCar = line.kind === 'metric' && !size.commercial
  return {
    ...line,
    ...size,
    extraLoad: isCar && choose(YES_OR_NO),
    runFlat: isCar && choose(RARELY),
    studs: line.season === 'winter' && line.kind !== 'lorry' ? choose([null, true, false]) : null,
    origin: isCar ? choose(['', '', '', 'AO', 'MO', '*', 'VOL', 'LR'] as const) : '',
    ply: isCar ? '' : choose(['', '8', '10', '16']),
    tube: line.kind === 'lorry' && choose(YES_OR_NO),
    year: choose(['', '', '', '2022', '2023']),
  }
}

function chooseSize(
  choose: Choose,
  kind: SizeKind,
): Pick<MadeUpTyre, 'width' | 'height' | 'diameter' | 'commercial' | 'prefix' | 'load' | 'speed'> {
  const speed = choose(SPEEDS)
  switch (kind) {
    case 'metric': {
      const commercial = choose(RARELY)
      return {
        width: choose(['205', '155', '185', '195', '215', '225', '245', '255', '275', '315']),
        height: choose(['55', '30', '35', '45', '50', '60', '65', '70', '75']),
        diameter: choose(['16', '13', '14', '15', '17', '18', '19', '20', '23']),
        commercial,
        prefix: commercial ? '' : choose(['', '', 'P', 'LT', 'HL'] as const),
        load: commercial ? choose(['109/107', '121/118']) : choose(['91', '82', '94', '100', '104']),
        speed: commercial ? speed : choose([...SPEEDS, 'Y']),
      }
    }
    case 'inch':
      return {
        width: choose(['31', '30', '33', '35', '37']),
        height: choose(['10.5', '9.5', '11.5', '12.5']),
        diameter: choose(['15', '16', '17', '20']),
        commercial: false,
        prefix: choose(['', 'LT'] as const),
        load: choose(['109', '113', '121']),
        speed,
      }
    case 'full':
      return {
        width: choose(['185', '155', '175', '195']),
        height: '',
        diameter: choose(['14', '13', '15', '16']),
        commercial: true,
        prefix: '',
        load: choose(['102/100', '104/102', '90/88']),
        speed,
      }
    case 'lorry': {
      const rim = choose(['22.5', '20', '17.5'])
      const isMetric = rim !== '20' && choose(YES_OR_NO)
      return {
        width: isMetric ? choose(['315', '295', '385']) : choose(rim === '20' ? ['10', '12'] : ['12', '11']),
        height: isMetric ? choose(['80', '70', '65']) : '',
        diameter: rim,
        commercial: true,
        prefix: '',
        load: choose(['154/150', '152/148', '160']),
        speed: choose(['M', 'K', 'L', 'J']),
      }
    }
  }
}

/** Spellings of which a notation has one each; the first is the most frequent one. */
const SPELLINGS = {
  extraLoad: ['XL', '(XL)', 'Extra Load', 'Reinforced', 'усил.'],
  runFlat: ['RFT', 'RunFlat', 'Run Flat', 'Run-Flat', 'ROF', 'SSR', 'ZP', '(RFT)', 'RunOnFlat', 'EMT', 'HRS'],
  studs: ['шип', '(шип.)', 'шип.', 'ш.', '(ш)', 'шипы', 'шипованная', 'STUD', '(шипы)'],
  noStuds: [
    'нешип.',
    '(не шип.)',
    'не шип',
    'н/ш',
    'н/ш.',
    'фрикц.',
    'липучка',
    'без шипов',
    'нешипованная',
    'Friction',
  ],
  ply: ['#PR', '# PR', '# сл.', '#PR.', '# слоев', 'нс#', 'н.с. #', '# н.с.'],
  tubeless: ['TL', '', 'T/L', 'б/к', 'бескамерная'],
  tube: ['TT', 'T/T', 'ТТ', 'камерная'],
  year: ['# г.', '(#)', '#г', '# год', 'DOT #', 'DOT#', '(# г.)', '#г.в.'],
  noise: ['', 'M+S', 'FR', '3PMSF', 'автошина', 'M+S 3PMSF', 'MFS', '(распр.)'],
} as const satisfies Partial<Record<keyof Notation, readonly string[]>>

const SIZE_NOTATIONS = ['joined', 'spaced', 'cyrillic', 'speedLetter', 'slashes', 'rimFirst'] as const

/** Chooses a notation that names all attributes of a tyre. */
export function chooseNotation(choose: Choose): Notation {
  return {
    size: choose(SIZE_NOTATIONS),
    decimal: choose(['.', ',']),
    prefix: choose(['before', 'behind']),
    indices: choose(['behindSize', 'behindModel', 'end']),
    bracketY: choose(YES_OR_NO),
    secondPair: choose(RARELY),
    brand: choose(['first', 'behindSize', 'missing', 'owner']),
    code: choose(['behind', 'brackets']),
    extraLoad: choose(SPELLINGS.extraLoad),
    runFlat: choose(SPELLINGS.runFlat),
    studs: choose(SPELLINGS.studs),
    noStuds: choose(SPELLINGS.noStuds),
    origin: choose(['mark', 'brackets', 'maker']),
    season: choose(['field', 'word']),
    ply: choose(SPELLINGS.ply),
    tubeless: choose(SPELLINGS.tubeless),
    tube: choose(SPELLINGS.tube),
    year: choose(SPELLINGS.year),
    noise: choose(SPELLINGS.noise),
    upperCase: choose(RARELY),
    gap: choose([' ', '    ']),
  }
}

/** Renders the size of a tyre: '205/55R16', '205/55 Р16', 'R16C 215/65', '31x10,50R15LT', '10,00R20'. */
function renderSize(tyre: MadeUpTyre, notation: Notation): string {
  const decimals = (text: string) => text.replace('.', notation.decimal)
  const rim = decimals(tyre.diameter)
  const inches = (text: string) => decimals(text.includes('.') ? `${text}0` : `${text}.00`)
  const section =
    tyre.kind === 'inch'
      ? `${tyre.width}x${inches(tyre.height)}`
      : tyre.height !== ''
        ? `${tyre.width}/${tyre.height}`
        : tyre.kind === 'lorry' && tyre.diameter === '20'
          ? inches(tyre.width)
          : tyre.width
  const isBehind = tyre.prefix === 'LT' && notation.prefix === 'behind'
  const before = isBehind ? '' : tyre.prefix
  const letter = tyre.commercial && tyre.kind !== 'lorry' ? 'C' : isBehind ? 'LT' : ''
  switch (notation.size) {
    case 'joined':
      return `${before}${section}R${rim}${letter}`
    case 'spaced':
      return `${before}${section} R${rim}${letter}`
    case 'cyrillic':
      return `${before}${section} Р${rim}${letter.replace('C', 'С')}`
    case 'speedLetter':
      return `${before}${section}ZR${rim}${letter}`
    case 'slashes':
      return tyre.kind === 'metric'
        ? `${before}${section}/${rim}${letter}`
        : `${before}${section}-${rim}${letter}`
    case 'rimFirst':
      // Inches without a second part would read like a version of the model: '2 R20 10'.
      return tyre.kind === 'lorry' && tyre.height === ''
        ? `${section}R${rim}`
        : `R${rim}${letter} ${before}${section}`
  }
}

function renderIndices(tyre: MadeUpTyre, notation: Notation): string {
  const speed = tyre.speed === 'Y' && notation.bracketY ? '(Y)' : tyre.speed
  const second = tyre.kind === 'lorry' && notation.secondPair ? ' (148/145L)' : ''
  return `${tyre.load}${speed}${second}`
}

const MAKERS = { AO: 'Audi', MO: 'Mercedes', '*': 'BMW', VOL: 'Volvo', LR: 'Land Rover' } as const
const SEASON_WORDS = { winter: 'зимняя', summer: 'летняя', all: 'всесезонная' } as const

function renderOrigin({ origin }: MadeUpTyre, notation: Notation): string {
  if (origin === '') return ''
  if (notation.origin === 'maker') return MAKERS[origin]
  return notation.origin === 'brackets' ? `(${origin})` : origin
}

/** Renders the name of a tyre as a supplier with this notation writes it. */
function renderName(tyre: MadeUpTyre, notation: Notation): string {
  const size = renderSize(tyre, notation)
  const indices = renderIndices(tyre, notation)
  const code =
    notation.code === 'missing'
      ? ''
      : notation.code === 'brackets' && tyre.code
        ? `(${tyre.code})`
        : tyre.code
  const model = [...tyre.line, code]
  const put = (spelling: string, value: string) => (value === '' ? '' : spelling.replace('#', value))
  const marks = [
    tyre.extraLoad ? notation.extraLoad : '',
    tyre.runFlat ? notation.runFlat : '',
    renderOrigin(tyre, notation),
    put(notation.ply, tyre.ply),
    tyre.tube ? notation.tube : notation.tubeless,
    tyre.studs === null ? '' : tyre.studs ? notation.studs : notation.noStuds,
    notation.season === 'word' ? SEASON_WORDS[tyre.season] : '',
    put(notation.year, tyre.year),
    // In 'Ice FR' the mark means friction instead of rim protection.
    notation.noise === 'FR' && tyre.line.includes('Ice') ? '' : notation.noise,
  ]
  const is = (place: Notation['indices']) => (notation.indices === place ? indices : '')
  const start =
    notation.brand === 'behindSize'
      ? [size, is('behindSize'), tyre.brand]
      : [notation.brand === 'missing' ? '' : renderBrand(tyre, notation), size, is('behindSize')]
  const name = [...start, ...model, is('behindModel'), ...marks, is('end')]
    .filter((part) => part !== '')
    .join(notation.gap)
  return notation.upperCase ? name.toUpperCase() : name
}

const renderBrand = ({ brand, owner }: MadeUpTyre, notation: Notation): string =>
  notation.brand === 'owner' ? `${brand} (${owner})` : brand

/** Renders the listing of a tyre; everything that the name says is missing in the fields. */
export function renderListing(tyre: MadeUpTyre, notation: Notation): ListingText {
  return {
    brand: renderBrand(tyre, notation),
    name: renderName(tyre, notation),
    width: '',
    height: '',
    diameter: '',
    season: notation.season === 'field' ? SEASON_WORDS[tyre.season] : '',
    loadIndex: '',
    speedIndex: '',
  }
}

const FOLDED: Readonly<Record<string, string>> = { 'К-175': 'K175', 'Я-458': 'Я458' }

/** Returns the description that the parser must read from a listing of the tyre. */
export function describeTyre(tyre: MadeUpTyre): TyreDescription {
  const code = FOLDED[tyre.code] ?? tyre.code.replace('-', '')
  return {
    family: tyre.brand.toUpperCase().replace(' ', ''),
    size: { width: tyre.width, height: tyre.height, diameter: tyre.diameter },
    load: tyre.load,
    speed: tyre.speed,
    commercial: (tyre.commercial && tyre.kind !== 'lorry') || tyre.load.includes('/'),
    prefix: tyre.prefix === 'P' ? '' : tyre.prefix,
    extraLoad: tyre.extraLoad,
    runFlat: tyre.runFlat,
    studs: tyre.studs,
    season: tyre.season,
    origin: tyre.origin === '' ? [] : [tyre.origin],
    equipment: [],
    ply: tyre.ply,
    tube: tyre.tube,
    condition: 'new',
    year: tyre.year,
    model: [...tyre.line.map((word) => word.toUpperCase()), ...(code === '' ? [] : [code])],
    aside: [],
  }
}
