import { memoize } from '../../contract/lib/memo.ts'
import { fold } from './text-parts.ts'

/**
 * Brands that sell the same tyres under several names, by family. A listing of one member may match a tyre of
 * another: after the sale of its Russian plant 'Nokian Tyres' became 'Ikon', and suppliers write either.
 */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  IKON: ['IKON', 'IKON TYRES', 'NOKIAN', 'NOKIAN TYRES', 'NORDMAN', 'AUTOGRAPH', 'CHARACTER'],
  FORMULA: ['FORMULA', 'PIRELLI FORMULA'],
  LAUFENN: ['LAUFENN', 'HANKOOK LAUFENN'],
  KAMA: ['KAMA', 'НКШЗ', 'KAMA TYRES', 'KAMA EURO', 'ЕВРО', 'KAMA ЕВРО'],
  AMTEL: ['AMTEL', 'PIRELLI AMTEL'],
  БЕЛШИНА: ['БЕЛШИНА', 'BELSHINA'],
  АЛТАЙШИНА: ['АЛТАЙШИНА', 'АШК', 'FORWARD', 'NORTEC', 'ALTAYSHINA'],
  ОМСКШИНА: ['ОМСКШИНА', 'ОШЗ', 'OMSKSHINA'],
  TYREX: ['TYREX', 'ЯШЗ'],
  VOLTYRE: ['VOLTYRE', 'ВОЛШЗ', 'ВОЛТАЙР', 'ВШЗ', 'VOLTYRE PRO'],
  LEAO: ['LEAO', 'LINGLONG LEAO'],
  ROADX: ['ROADX', 'SAILUN ROADX'],
  DOUBLESTAR: ['DOUBLESTAR', 'DOUBLE STAR'],
  WESTLAKE: ['WESTLAKE', 'WEST LAKE'],
  BFGOODRICH: ['BFGOODRICH', 'BF GOODRICH'],
  CORDIANT: ['CORDIANT', 'CORDIANT PROFESSIONAL', 'CORDIANT PRO'],
}

/** Owners that suppliers add in brackets behind a brand: 'Torero (Matador)', 'Gislaved (Continental)'. */
const OWNERS = [
  'NOKIAN TYRES',
  'MATADOR',
  'CONTINENTAL',
  'BRIDGESTONE',
  'SAILUN GROUP CO., LTD',
  'ADVANCE HOLDINGS',
  'DOUBLE COIN HOLDINGS',
]

/** Brand names that are also the first word of a model line and therefore stay in it. */
const MODEL_WORDS = new Set(['NORDMAN', 'AUTOGRAPH', 'CHARACTER', 'FORWARD'])

const FAMILY_OF = new Map(
  Object.entries(FAMILIES).flatMap(([family, members]) =>
    members.map((member) => [fold(member), family] as const),
  ),
)

/** A brand as matching reads it. */
export interface ListedBrand {
  /** key of the family within which listings are compared; '' if the brand is unknown */
  family: string
  /** words that name the brand in a listing's name and are not part of the model */
  words: readonly string[]
  /** word of the brand that is part of the model line: 'NORDMAN' */
  modelWord: string
}

/** Number of brands that are cached. */
const MAX_BRANDS = 5_000

/** Parses a brand as a price list writes it. */
export const parseBrand = memoize((text: string): ListedBrand => {
  const folded = fold(text)
  const plain = folded
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[-_.`]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  const inBrackets = /\(([^()]*)\)/.exec(folded)?.[1] ?? ''
  const name = MODEL_WORDS.has(inBrackets) ? inBrackets : plain
  const family = FAMILY_OF.get(name) ?? FAMILY_OF.get(name.replace(/ /g, '')) ?? name.replace(/ /g, '')
  const members = (FAMILIES[family] ?? []).map(fold)
  const words = [folded, plain, name, inBrackets, ...members, ...OWNERS]
    .filter((word) => word !== '' && !MODEL_WORDS.has(word))
    .sort((a, b) => b.length - a.length)
  return { family, words: [...new Set(words)], modelWord: MODEL_WORDS.has(name) ? name : '' }
}, MAX_BRANDS)
