import type { Cell } from '../reports/report-row.ts'
import type { SpecName } from '../tyre/tyre-specs.ts'
import { SEASON_WORDS, type Season, VEHICLES } from './meanings.ts'
import { plainText, wordsOf } from './plain-text.ts'
import { sizesAndIndicesOf } from './query.ts'
import { transliterate } from './transliteration.ts'
import type { SizeParts } from './tyre-sizes.ts'

/** A tyre's properties as the search index reads them. */
export type TyreCells = Readonly<Record<SpecName, Cell>>

/** Search terms of a tyre; terms with `=` are not words of its name. */
export interface SearchTerms {
  /** transliterations of the words of brand and name, each with the number of words that it covers */
  names: ReadonlyMap<string, number>
  /** number of words of brand and model; a query that names more of them ranks the tyre higher */
  length: number
  facets: readonly string[]
}

/** Matches sizes, rims and indices in names; these become facets instead of words. */
const FIGURES = new RegExp(
  [
    '(?:lt|p)?\\d{1,3}(?:\\.\\d+)?\\s?[/xх*]\\s?(?:\\d{1,2}\\.\\d+|\\d\\d)(?:[\\s/]*(?:z?\\s?[rр]|-|—)\\s?\\d\\d(?:\\.5)?(?:lt|[cс])?)?',
    '(?:\\d{1,2}\\.\\d+\\s?)?z?[rр-]\\s?\\d\\d(?:\\.5)?(?:lt|[cс])?',
    '(?:[6-9]\\d|1\\d\\d|2[01]\\d)(?:\\/\\d{2,3})?\\(?[a-zт]\\)?',
  ]
    .map((pattern) => `(?<![a-zа-я\\d])${pattern}(?![a-zа-я\\d])`)
    .join('|'),
  'g',
)
/** Words that occur with any model and do not count as words of the name. */
const DETAILS = new Set(
  'tl tt ttf xl m s ms pr rft rf fr ssr mo ao шип шипы нешип липучка шина автошина run flat suv 3pmsf bsw owl rwl cargo к т dot'.split(
    ' ',
  ),
)
const STUDS = /шип|studded/
const NO_STUDS = /(?:не|без|бес)\s?-?шип|липуч|фрикц|studless|friction/

const seasonOf = (text: string): Season | undefined =>
  SEASON_WORDS.find(([pattern]) => pattern.test(text))?.[1]

/** Returns the search terms of a tyre. */
export function searchTermsOf(specs: TyreCells): SearchTerms {
  const brand = wordsOf(plainText(textOf(specs.brand)))
  const name = plainText(textOf(specs.name))
  const words = wordsOf(name.replace(FIGURES, ' '))
  const names = new Map<string, number>()
  let length = 0
  const add = (term: string, span: number) => {
    if (!names.has(term)) names.set(term, span)
  }
  for (const word of [...brand, ...words]) {
    const sound = transliterate(word)
    if (sound === '' || names.has(sound)) continue
    const counts = !DETAILS.has(word)
    names.set(sound, counts ? 1 : 0)
    if (counts) length += 1
  }
  for (const run of [brand, words]) addJoined(run, add)
  // Sellers write 'Hankook 616' for 'Winter i*cept W616'.
  for (const word of words) {
    const number = /^[a-zа-я]{1,3}(\d{2,4})[a-zа-я]?$/.exec(word)?.[1]
    if (number !== undefined) add(number, 0)
  }
  return { names, length, facets: [...new Set(facetsOf(specs, name))] }
}

/** Adds neighbouring words joined into one: 'iceguard' for 'Ice Guard', 'ts860s' for 'TS 860 S'. */
function addJoined(words: readonly string[], add: (term: string, span: number) => void): void {
  for (let i = 0; i + 1 < words.length; i += 1) {
    const [one, two, three] = [words[i] as string, words[i + 1] as string, words[i + 2]]
    add(joinedTransliteration(one, two), 2)
    if (three !== undefined && one.length + three.length <= 5) add(joinedTransliteration(one, two, three), 3)
  }
}

/**
 * Joins the transliterations of the words. Each word is transliterated by itself, because neighbouring letters affect
 * the result.
 */
export const joinedTransliteration = (...words: readonly string[]): string =>
  words.map(transliterate).join('')

/**
 * Returns the properties stated by the columns and by the name. Price lists contradict the name or leave columns out,
 * and people paste names into the search.
 */
function facetsOf(specs: TyreCells, name: string): string[] {
  const season = seasonOf(plainText(textOf(specs.season))) ?? seasonOf(name)
  const vehicle = plainText(textOf(specs.vehicleType))
  const size: SizeParts = {}
  for (const field of ['width', 'height', 'diameter'] as const) {
    const number = Number(/\d+(?:\.\d+)?/.exec(plainText(textOf(specs[field])))?.[0] ?? 0)
    if (number > 0) size[field] = number
  }
  const load = plainText(textOf(specs.loadIndex)).replace(/\s/g, '')
  const speed = plainText(textOf(specs.speedIndex)).replace(/[^a-z\d]/g, '')
  const named = sizesAndIndicesOf(name)
  return [
    ...sizeFacets(size),
    ...named.sizes.flatMap(sizeFacets),
    ...named.indices.flatMap((one) => loadFacets(one.load, one.speed)),
    ...(season ? [`=season ${season}`] : []),
    ...studsFacet(`${textOf(specs.season)} ${name}`.toLowerCase(), season),
    ...VEHICLES.flatMap(([type, , stored]) => (stored.test(vehicle) ? [`=vehicle ${type}`] : [])),
    ...loadFacets(load, speed),
  ]
}

function studsFacet(text: string, season: Season | undefined): string[] {
  if (NO_STUDS.test(text)) return ['=studs no']
  if (STUDS.test(text)) return ['=studs yes']
  // Price lists mark studs, not their absence.
  return season === 'winter' ? ['=studs unsaid'] : []
}

/** Returns a facet for every combination of fields that a query may name: each query then needs only one lookup. */
function sizeFacets(size: SizeParts): string[] {
  const { width, height, diameter } = size
  const given: SizeParts[] = [size]
  if (width !== undefined) given.push({ width })
  if (diameter !== undefined) given.push({ diameter })
  if (width !== undefined && height !== undefined) given.push({ width, height })
  if (width !== undefined && diameter !== undefined) given.push({ width, diameter })
  return [...new Set(given.map(sizeFacet))]
}

export const sizeFacet = ({ width, height, diameter }: SizeParts): string =>
  `=size ${width ?? ''}/${height ?? ''}/${diameter ?? ''}`

/** Returns the facets of the load index; '104/102' is also found by '104'. */
function loadFacets(load: string, speed: string): string[] {
  if (load === '') return []
  const loads = [...new Set([load, load.split('/')[0] as string])]
  return loads.flatMap((one) => [`=load ${one}`, `=load ${one}${speed}`])
}

const textOf = (cell: Cell): string => (cell === null || cell === undefined ? '' : String(cell))
