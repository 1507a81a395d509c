import { linearPattern } from './linear-pattern.ts'

// Mappings are checked on the server's main thread. The total cost of a mapping's expressions is therefore limited
// before any of them is compiled; each limit is several times what the largest known mapping needs.

const MAX_EXPRESSIONS = 50
const MAX_EXPRESSION_LENGTH = 500
/**
 * Characters of all expressions with their repetitions expanded: '(?:ab){20}' counts 40, since RE2 makes a copy per
 * repetition.
 */
const MAX_STEPS = 4_000
/** Maximum number of properties such as '\p{L}', which compile to tables of hundreds of ranges. */
const MAX_PROPERTIES = 20

/** Expression and its path in the mapping. */
export type Expression = readonly [path: string, text: string]

/**
 * Checks the regular expressions of a mapping.
 * @returns the mistakes in Russian, one line each
 */
export function expressionMistakes(expressions: readonly Expression[]): string[] {
  if (expressions.length > MAX_EXPRESSIONS) return [`Регулярных выражений больше ${MAX_EXPRESSIONS}`]
  const long = expressions.filter(([, text]) => text.length > MAX_EXPRESSION_LENGTH)
  if (long.length > 0)
    return long.map(([path]) => `${path}: выражение длиннее ${MAX_EXPRESSION_LENGTH} знаков`)
  if (total(expressions, steps) > MAX_STEPS) {
    return [`Регулярные выражения вместе с их повторениями длиннее ${MAX_STEPS} знаков`]
  }
  if (total(expressions, properties) > MAX_PROPERTIES) {
    return [`В регулярных выражениях больше ${MAX_PROPERTIES} обозначений вида \\p{…}`]
  }
  return expressions.flatMap(([path, text]) => {
    try {
      linearPattern(text)
      return []
    } catch (error) {
      return `${path}: ${(error as Error).message}`
    }
  })
}

const total = (expressions: readonly Expression[], measure: (text: string) => number) =>
  expressions.reduce((sum, [, text]) => sum + measure(text), 0)

const properties = (text: string) => text.match(/\\p/gi)?.length ?? 0

/**
 * Characters of a range that cost as much as one step: where case is ignored, RE2 looks up the other case of each
 * character.
 */
const RANGE_PER_STEP = 100
const CLASS_TOKEN = /\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|./gisu
const LARGEST_CODE = 0x10_ffff

/** Returns the number of characters that the ranges of a '[…]' cover. */
function rangesOf(token: string): number {
  if (!token.startsWith('[')) return 0
  const characters = token.slice(1, -1).match(CLASS_TOKEN) ?? []
  return characters.reduce((sum, character, i) => {
    const [from, to] = [characters[i - 1], characters[i + 1]]
    if (character !== '-' || from === undefined || to === undefined) return sum
    return sum + Math.max(0, characterCode(to, LARGEST_CODE) - characterCode(from, 0))
  }, 0)
}

/** @param surrogate value for a lone surrogate, half of a character that the expression writes as two */
function characterCode(character: string, surrogate: number): number {
  const [, code] = /^\\[ux]\{?([\da-f]+)/i.exec(character) ?? []
  const found =
    code === undefined
      ? (character.codePointAt(character.length > 1 ? 1 : 0) ?? 0)
      : Number.parseInt(code, 16)
  return found >= 0xd8_00 && found <= 0xdf_ff ? surrogate : found
}

const TOKEN =
  /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<\w+>|[\w-]*:))?|\)|\{(\d+)(?:,(\d*))?\}|./gsu

function steps(text: string): number {
  const outer: number[] = []
  let sum = 0
  /** steps of the preceding token; a repetition multiplies them */
  let last = 0
  for (const [token, least, most] of text.matchAll(TOKEN)) {
    if (token.startsWith('(')) {
      outer.push(sum)
      sum = 0
    } else if (token === ')') {
      last = sum
      sum += outer.pop() ?? 0
    } else if (least !== undefined) {
      sum += last * (Math.max(1, Number(least), Number(most ?? 0)) - 1)
    } else {
      last = 1
      sum += token.length + Math.ceil(rangesOf(token) / RANGE_PER_STEP)
    }
  }
  return sum + outer.reduce((all, one) => all + one, 0)
}
