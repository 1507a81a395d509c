import type { ListingText } from '../../server/matching/description.ts'
import { namesStuds, parseListing, withHabit } from '../../server/matching/parse.ts'
import type { TrainingListing } from '../../server/matching/train.ts'
import {
  type Choose,
  chooseFrom,
  chooseLine,
  chooseTyre,
  describeTyre,
  type MadeUpLine,
  type MadeUpTyre,
  type Notation,
  renderListing,
} from './tyre-names.ts'

export interface Supplier {
  name: string
  notation: Notation
  /** returns the tyre without the attributes that this supplier does not name */
  named: (tyre: MadeUpTyre) => MadeUpTyre
  /** returns the words and the code of a model line as this supplier writes them */
  respelled: (line: MadeUpLine, choose: Choose) => Pick<MadeUpLine, 'line' | 'code'>
}

const USUAL: Notation = {
  size: 'joined',
  decimal: '.',
  prefix: 'before',
  indices: 'behindSize',
  bracketY: true,
  secondPair: false,
  brand: 'first',
  code: 'behind',
  extraLoad: 'XL',
  runFlat: 'RFT',
  studs: 'шип.',
  noStuds: 'нешип.',
  origin: 'mark',
  season: 'field',
  ply: '#PR',
  tubeless: 'TL',
  tube: 'TT',
  year: '# г.',
  noise: '',
  upperCase: false,
  gap: ' ',
}

const silent = (tyre: MadeUpTyre): MadeUpTyre => (tyre.studs === false ? { ...tyre, studs: null } : tyre)

const oneIn = (count: number, choose: Choose): boolean =>
  choose(Array.from({ length: count }, (_, i) => i)) === 0

/** Joins the first two words of one line in five: 'FrostclawGrip'. */
const oftenJoined: Supplier['respelled'] = ({ line, code }, choose) => ({
  line: oneIn(5, choose) && line.length > 1 ? [`${line[0]}${line[1]}`, ...line.slice(2)] : line,
  code,
})

/** Names one line in twenty by its code alone, and leaves a letter out of one in thirty. */
const oftenShortened: Supplier['respelled'] = ({ line, code }, choose) => {
  const [first = '', ...rest] = line
  if (oneIn(20, choose) && code !== '') return { line: [], code }
  return { line: oneIn(30, choose) ? [first.slice(0, 4) + first.slice(5), ...rest] : line, code }
}

/** Suppliers that differ in notation and in what they leave out. */
export const SUPPLIERS: readonly Supplier[] = [
  {
    name: 'wholesaler',
    notation: {
      ...USUAL,
      brand: 'missing',
      studs: '(шип.)',
      noStuds: '(не шип.)',
      decimal: ',',
      noise: 'FR',
    },
    named: (tyre) => tyre,
    respelled: (line) => line,
  },
  {
    name: 'importer',
    notation: {
      ...USUAL,
      brand: 'behindSize',
      indices: 'end',
      studs: 'шип',
      origin: 'maker',
      gap: '    ',
      code: 'brackets',
    },
    named: (tyre) => silent({ ...tyre, ply: '' }),
    respelled: oftenJoined,
  },
  {
    name: 'shop',
    notation: {
      ...USUAL,
      size: 'rimFirst',
      indices: 'behindModel',
      runFlat: 'Run Flat',
      studs: 'шип',
      tubeless: '',
    },
    named: (tyre) => silent({ ...tyre, extraLoad: false, tube: false }),
    respelled: oftenShortened,
  },
  {
    name: 'warehouse',
    notation: {
      ...USUAL,
      size: 'cyrillic',
      brand: 'owner',
      season: 'word',
      ply: 'нс#',
      code: 'missing',
      upperCase: true,
    },
    named: silent,
    respelled: (line) => line,
  },
]

const SYLLABLES = [
  'Bar',
  'Cor',
  'Dun',
  'Fal',
  'Gar',
  'Hel',
  'Kel',
  'Lor',
  'Mar',
  'Nor',
  'Pel',
  'Tor',
  'Vel',
  'Zan',
]
const ENDINGS = ['dex', 'gum', 'lind', 'max', 'ron', 'stein', 'tex', 'via', 'wald', 'zo']

const BRAND_COUNT = 60
/** Number of model lines of the largest brand; the n-th largest has fewer by the root of n. */
const MAX_LINES = 60

/** Sizes of cars, the most frequent first, with the usual load index. */
const SIZES = (
  '205/55/16/91 195/65/15/91 185/65/15/88 225/45/17/94 215/65/16/98 225/65/17/102 215/55/17/94 225/60/17/99 ' +
  '235/55/18/100 225/50/17/98 205/60/16/92 185/60/15/84 215/60/17/96 235/60/18/107 225/55/18/98 245/45/18/100 ' +
  '185/60/14/82 175/65/14/82 175/70/13/82 225/40/18/92 235/45/18/98 265/65/17/112 255/55/18/109 235/65/17/104 ' +
  '245/40/18/97 245/40/19/98 255/50/19/107 275/45/20/110 265/60/18/110 285/60/18/116 195/55/15/85 195/60/15/88 ' +
  '205/65/15/94 215/55/16/97 215/50/17/95 235/55/19/105 255/45/19/104 275/40/20/106 315/35/20/110 285/45/22/114'
)
  .split(' ')
  .map((size) => size.split('/') as [width: string, height: string, diameter: string, load: string])
const SPEEDS = ['T', 'T', 'H', 'V', 'Q']

/**
 * Returns different made-up tyres: few brands with many model lines, many with few, each line in many sizes. Load and
 * speed of a car's tyre follow from size and line, so that they do not tell its rivals apart.
 */
export function madeUpCatalog(count: number, seed: number): MadeUpTyre[] {
  const choose = chooseFrom(seed)
  const brandCount = Math.max(
    BRAND_COUNT,
    Math.min(SYLLABLES.length * ENDINGS.length, Math.round(count / 1_200)),
  )
  const lines = Array.from({ length: brandCount }, (_, i) => {
    const brand = `${SYLLABLES[i % SYLLABLES.length]}${ENDINGS[Math.floor(i / SYLLABLES.length)]}`
    const size = Math.round((MAX_LINES * Math.max(1, count / 20_000)) / Math.sqrt(i + 1))
    const ofBrand = Array.from({ length: size }, (_, n) => {
      const line = chooseLine(choose, [brand, 'Nordwerk'])
      return { ...line, code: choose(['', `FK-${101 + n}`, `W-${101 + n}`, `GT${301 + n}`]) }
    })
    return [...new Map(ofBrand.map((line) => [line.line.join(' '), line])).values()]
  }).flat()
  const ranks = SIZES.map((_, rank) => rank)
  const tyres = new Map<string, MadeUpTyre>()
  while (tyres.size < count) {
    const tyre: MadeUpTyre = { ...chooseTyre(choose, choose(lines)), year: '' }
    if (tyre.kind === 'metric' && !tyre.commercial) {
      const [width, height, diameter, load] = SIZES[
        Math.min(choose(ranks), choose(ranks))
      ] as (typeof SIZES)[number]
      const speed = SPEEDS[tyre.line.join('').length % SPEEDS.length] as string
      Object.assign(tyre, { width, height, diameter, load, speed })
    }
    tyres.set(JSON.stringify({ ...describeTyre(tyre), ply: '' }), tyre)
  }
  return [...tyres.values()]
}

/** Returns the listings of a share of the tyres, each with its tyre's number. All sizes of a line are spelled alike. */
export function listingsOf(
  supplier: Supplier,
  tyres: readonly MadeUpTyre[],
  share: number,
  seed: number,
): { number: number; text: ListingText }[] {
  const choose = chooseFrom(seed)
  const lots = Array.from({ length: 100 }, (_, i) => i)
  return tyres.flatMap((tyre, number) => {
    if (choose(lots) >= share * 100) return []
    const spelling = supplier.respelled(tyre, chooseFrom(hashOf(`${tyre.brand}${tyre.line.join()}${seed}`)))
    return [{ number, text: renderListing({ ...supplier.named(tyre), ...spelling }, supplier.notation) }]
  })
}

/** Returns a supplier's parsed list of a share of the tyres; a tyre's number is its article. */
export function parsedList(
  supplier: Supplier,
  tyres: readonly MadeUpTyre[],
  share: number,
  seed: number,
): TrainingListing[] {
  const listings = listingsOf(supplier, tyres, share, seed)
  const saysStuds = namesStuds(listings.map(({ text }) => text))
  return listings.map(({ number, text }) => ({
    article: String(number),
    description: withHabit(parseListing(text), saysStuds),
  }))
}

function hashOf(text: string): number {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return hash
}
