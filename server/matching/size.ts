import type { ListingText, TyreSize } from './description.ts'
import type { TextParts } from './text-parts.ts'

interface ParsedSize {
  size: TyreSize
  commercial: boolean
  prefix: string
}

const START = String.raw`(?<![\p{L}\d.,/])`
/** An XL may follow without a space: '205/55R16XL'. */
const END = String.raw`(?![\p{L}\d])|(?=XL(?![\p{L}\d]))`
const RIM = String.raw`(\d{2}(?:[.,]\d{1,2})?)`
const COMMERCIAL = String.raw`(?:\s?(C|LT)|(?=\s))?`
/** Signs of the construction: radial, diagonal or bias belted. A folded Cyrillic Р is a P. */
const BUILD = String.raw`(?:Z\s?R|R\s?F|[RPDB]|-)`

const pattern = (text: string): RegExp => new RegExp(`${START}${text}(?:${END})`, 'u')

type Reader = (found: RegExpExecArray) => (string | undefined)[]

/** Notations of a size, in the order in which they are tried; each reads width, height, diameter, prefix and C. */
const NOTATIONS: readonly (readonly [RegExp, Reader])[] = [
  // 205/55R16, 205/55 ZR16, LT285/65R17, HL315/30R23, 205/55/16, 205x55-16C
  [
    pattern(
      String.raw`(LT|HL|P|ST)?\s?(\d{3})\s?[/X*]\s?(\d{2})(?!\d)(?:\s?[/X]\s?|\s*)${BUILD}?\s?${RIM}${COMMERCIAL}`,
    ),
    ([, prefix, width, height, diameter, letter]) => [width, height, diameter, prefix, letter],
  ],
  // R16C 215/65
  [
    pattern(String.raw`Z?[RP]\s?${RIM}\s?(C|LT)?\s+(LT|HL|P)?(\d{3})\s?[/X](\d{2,3})`),
    ([, diameter, letter, prefix, width, height]) => [width, height, diameter, prefix, letter],
  ],
  // 31x10.50R15LT, 33X12,5 R15
  [
    pattern(
      String.raw`(LT)?(\d{2}(?:[.,]\d{1,2})?)\s?[X*/]\s?(\d{1,2}[.,]\d{1,2})\s?${BUILD}?\s?${RIM}${COMMERCIAL}`,
    ),
    ([, prefix, width, height, diameter, letter]) => [width, height, diameter, prefix, letter],
  ],
  // 25x8-12, 26x11R14
  [
    pattern(String.raw`(AT)?(\d{2})\s?[X*]\s?(\d{1,2})\s?[RP-]\s?(\d{1,2})`),
    ([, , width, height, diameter]) => [width, height, diameter],
  ],
  // R15 31x10.5
  [
    pattern(
      String.raw`Z?[RP]\s?${RIM}\s?(C|LT)?\s+(LT)?(\d{2}(?:[.,]\d{1,2})?)\s?[X*/]\s?(\d{1,2}[.,]\d{1,2})`,
    ),
    ([, diameter, letter, prefix, width, height]) => [width, height, diameter, prefix, letter],
  ],
  // R14C 185 behind a version, which would read as a width: 'Frost 2 R14C 185 102/100R'
  [
    pattern(String.raw`Z?[RP]\s?${RIM}\s?(C|LT)?\s+(1[2-9]5|2[0-3]5)(?!\/\d)`),
    ([, diameter, letter, width]) => [width, '', diameter, '', letter],
  ],
  // 10.00R20, 12R22,5, 6.50-10, 185R14C
  [
    pattern(String.raw`(LT)?(\d{1,2}[.,]\d{1,2}|\d{1,3})\s?${BUILD}\s?${RIM}${COMMERCIAL}`),
    ([, prefix, width, diameter, letter]) => [width, '', diameter, prefix, letter],
  ],
  // R14C 185, R14C 185/
  [
    pattern(String.raw`Z?[RP]\s?${RIM}\s?(C|LT)?\s+(\d{3}|\d{1,2}[.,]\d{2})\s?\/?`),
    ([, diameter, letter, width]) => [width, '', diameter, '', letter],
  ],
]

/** Equivalent in the other unit behind a size: 'LT35x12.50R17(320/70R17)', '165-13(6,45-13)'. */
const EQUIVALENT = /\((?:\d{3}\/\d{2}|\d{1,2}[.,]\d{1,2}-)[^()]{0,6}\)/g

const RIM_ALONE = pattern(String.raw`Z?[RP]\s?${RIM}\s?(C|LT)?`)

/** Removes the size from a name, in whatever notation; what the name lacks is read from the listing's fields. */
export function takeSize(parts: TextParts, fields: ListingText): ParsedSize {
  parts.drop(EQUIVALENT)
  for (const [notation, read] of NOTATIONS) {
    const found = notation.exec(parts.rest)
    if (!found) continue
    const [width = '', height = '', diameter = '', prefix = '', letter = ''] = read(found)
    const size = { width: plainNumber(width), height: plainNumber(height), diameter: plainNumber(diameter) }
    if (!isPlausible(size)) continue
    parts.remove(found.index, found[0].length)
    return {
      size,
      commercial: letter === 'C',
      prefix: prefix === 'LT' || letter === 'LT' ? 'LT' : prefix === 'HL' ? 'HL' : '',
    }
  }
  const size = {
    width: plainNumber(fields.width),
    height: plainNumber(fields.height),
    diameter: plainNumber(fields.diameter),
  }
  const rim = parts.take(RIM_ALONE)
  return {
    size,
    commercial: rim?.[2] === 'C' || /[CС]$/i.test(fields.diameter),
    prefix: rim?.[2] === 'LT' ? 'LT' : '',
  }
}

function isPlausible({ width, diameter }: TyreSize): boolean {
  const rim = Number(diameter)
  return rim >= 8 && rim <= 63 && Number(width) >= 2
}

/** Returns a number without letters and superfluous zeros: 'R16C' is '16', '10,50' is '10.5', '0' is ''. */
export function plainNumber(text: string): string {
  const number = Number(/\d+(?:[.,]\d+)?/.exec(text)?.[0].replace(',', '.') ?? '0')
  return number === 0 ? '' : String(number)
}

export interface Indices {
  load: string
  speed: string
}

const SPEED = '[ABCDEFGJKLMNPQRSTUVWYZH]'
/** '91T', '108(Y)', '154/150M', '104/102 R'; a second pair of a lorry's tyre in brackets: '160K (158L)'. */
const INDICES = new RegExp(
  String.raw`(?<![\p{L}\d.,/-])(\d{2,3})(?:\s?\/\s?(\d{2,3}))?( ?)\(?(${SPEED})(?:[1-8])?\)?(?![\p{L}\d*.])(?!\/\D)(?:\s?[(/]\d{2,3}(?!\d)(?:\/\d{2,3})?\s?${SPEED}?\)?)?`,
  'gu',
)
const LOADS_ALONE = /(?<![\p{L}\d.,/-])(1\d\d|[5-9]\d)\/(1\d\d|[5-9]\d)(?![\p{L}\d.,/])/u

/** Removes load and speed index from a name; without them in the name they are read from the fields. */
export function takeIndices(parts: TextParts, fields: ListingText): Indices {
  const own = fieldIndices(fields)
  const found = [...parts.rest.matchAll(INDICES)].filter(([, first]) => isLoad(first))
  const best =
    found.find(([, first, second, , speed]) => own.load === joined(first, second) && own.speed === speed) ??
    found.find(([, , , space]) => space === '') ??
    found.at(-1)
  if (best) {
    parts.remove(best.index, best[0].length)
    return { load: joined(best[1], best[2]), speed: best[4] ?? '' }
  }
  const loads = parts.take(LOADS_ALONE)
  if (loads) return { load: joined(loads[1], loads[2]), speed: own.speed }
  return own
}

/** Reads the fields; suppliers that split names wrongly leave the rim's '16' and 'C' there. */
function fieldIndices({ loadIndex, speedIndex, diameter }: ListingText): Indices {
  const load = loadIndex.replace(/[^\d/]/g, '')
  const speed = speedIndex.toUpperCase().replace(/[^A-Z]/g, '')
  const [first = '', second = ''] = load.split('/')
  if (!isLoad(first) || first === diameter.replace(/\D/g, '') || !new RegExp(`^${SPEED}$`).test(speed))
    return { load: '', speed: '' }
  return { load: joined(first, second), speed }
}

const isLoad = (text = ''): boolean => Number(text) >= 40 && Number(text) <= 215
const joined = (first = '', second = ''): string => (isLoad(second) ? `${first}/${second}` : first)
