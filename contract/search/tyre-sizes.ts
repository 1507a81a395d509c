/** Size stated by a part of a query or by a tyre's name. */
export interface SizeParts {
  width?: number
  height?: number
  diameter?: number
}

const DIAMETERS = { least: 10, most: 28 }
/** millimetres */
const WIDTHS = { least: 100, most: 460 }
/** percent of the width */
const HEIGHTS = { least: 20, most: 100 }
/** outer diameter and width of flotation sizes such as 31x10.5R15, inches */
const OUTER = { least: 24, most: 44 }
const INCHES = { least: 5, most: 16.5 }

const within = (value: number, { least, most }: { least: number; most: number }): boolean =>
  value >= least && value <= most

export const isDiameter = (value: number): boolean => within(value, DIAMETERS) && (value * 2) % 1 === 0

export const isMetricWidth = (value: number): boolean => within(value, WIDTHS) && value % 5 === 0

const isWidth = (value: number): boolean => within(value, WIDTHS) || within(value, INCHES)

function areTwo(width: number, height: number): boolean {
  return (
    (within(width, WIDTHS) && within(height, HEIGHTS)) || (within(width, OUTER) && within(height, INCHES))
  )
}

const WIDTH = '(\\d{3}|\\d{1,2}(?:\\.\\d{1,2})?)'
const HEIGHT = '(\\d{2}\\.\\d|\\d{1,2}\\.\\d{1,2}|\\d{2,3})'
const RIM = '(\\d\\d(?:[.,]?5(?!\\d))?)'
/**
 * Separator between the numbers of a size. Spaces are optional but not repeatable: with repetition, a regular
 * expression could divide a series of spaces in exponentially many ways.
 */
const BETWEEN = '(?:\\s?[/\\\\*xх×._|-]\\s?|\\s)'
/** Matches 'r', 'zr', or the key of 'r' in the other layout. */
const R = '(?:z?[rрк]f?|d)'
const END = "(?:(?:lt|[cс])(?![\\p{L}\\p{N}]))?(?:[\"″”]|'')?(?![\\p{L}\\p{N}]|\\.\\d)"

interface SizeRule {
  pattern: RegExp
  /** fields of the pattern's groups, in order */
  fields: readonly (keyof SizeParts)[]
  /** digits without separators, which may also be an article */
  packed?: true
}

const rule = (pattern: string, fields: SizeRule['fields'], packed?: true): SizeRule => ({
  pattern: new RegExp(pattern, 'uy'),
  fields,
  ...(packed && { packed }),
})

const ALL = ['width', 'height', 'diameter'] as const

/** Tried in this order at the start of a word. */
const RULES: readonly SizeRule[] = [
  rule(`(?:lt|p)?${WIDTH}${BETWEEN}${HEIGHT}${BETWEEN}?\\s?${R}?${BETWEEN}?${RIM}${END}`, ALL),
  rule(`(\\d{3})(\\d\\d)\\s?${R}\\s?${RIM}${END}`, ALL),
  rule(`(\\d{3})(\\d\\d)${RIM}${END}`, ALL, true),
  rule(`(?:lt|p)?(\\d{3}|\\d{1,2}\\.\\d{1,2})\\s?[rр-]\\s?${RIM}${END}`, ['width', 'diameter']),
  // Without a space only; otherwise it is a model's number and a rim: 'PremiumContact 6 R16'.
  rule(`(\\d{1,2})[rр]${RIM}${END}`, ['width', 'diameter']),
  rule(`(?:lt|p)?${WIDTH}${BETWEEN}${HEIGHT}${END}`, ['width', 'height']),
  rule(`(\\d{3})(\\d\\d)\\d?${END}`, ['width', 'height'], true),
  rule(`(?:${R}|(?:радиус|диаметр|диск)[а-я]*)\\s?${RIM}(?:\\s?дюйм[а-я]*)?${END}`, ['diameter']),
  rule(`${RIM}(?:lt|[cс]|["″”]|''|\\s?дюйм[а-я]*)(?![\\p{L}\\p{N}])`, ['diameter']),
]

/** Matches the start of a size, up to the height: '205/5'. */
const UNFINISHED = new RegExp(`${WIDTH}${BETWEEN}?\\d?${BETWEEN}?$`, 'uy')

export interface FoundSize {
  size: SizeParts
  /** end index in the text */
  end: number
  /** may also be the start of an article */
  packed: boolean
}

/** Reads a size that starts at this index of a plain text. */
export function sizeAt(plain: string, from: number): FoundSize | undefined {
  for (const { pattern, fields, packed = false } of RULES) {
    pattern.lastIndex = from
    const match = pattern.exec(plain)
    if (!match) continue
    const size: SizeParts = {}
    for (const [i, field] of fields.entries()) size[field] = numberOf(match[i + 1] as string, field)
    if (isPlausible(size, packed)) return { size, end: pattern.lastIndex, packed }
  }
  return undefined
}

/** Reads the start of a size at the end of a text that is still being typed. */
export function unfinishedSizeAt(plain: string, from: number): FoundSize | undefined {
  UNFINISHED.lastIndex = from
  const match = UNFINISHED.exec(plain)
  const width = Number(match?.[1])
  if (!match || match[0] === match[1] || !isMetricWidth(width)) return undefined
  return { size: { width }, end: plain.length, packed: /^\d+$/.test(match[0]) }
}

/** Converts the text to a number; a diameter of '225' is 22.5 written without the point. */
const numberOf = (text: string, field: keyof SizeParts): number =>
  field === 'diameter' && /^\d{3}$/.test(text) ? Number(text) / 10 : Number(text.replace(',', '.'))

function isPlausible({ width, height, diameter }: SizeParts, packed: boolean): boolean {
  if (diameter !== undefined && !isDiameter(diameter)) return false
  if (width === undefined) return true
  if (packed && !(isMetricWidth(width) && (height as number) % 5 === 0)) return false
  return height === undefined ? isWidth(width) : areTwo(width, height)
}
