import { RE2JS } from 're2js'

/** A regular expression of a mapping, in JavaScript's syntax. */
export interface LinearPattern {
  /** @returns the first match with its groups by name; null without any */
  exec(text: string): LinearMatch | null
}

interface LinearMatch {
  whole: string
  /** the first group; undefined if there is none or it took no part in the match */
  first: string | undefined
  groups: Readonly<Record<string, string | undefined>>
}

/**
 * Compiles an expression for RE2, which takes time by the length of the text: JavaScript's own engine can take minutes for a
 * careless expression and an unlucky text. RE2 has neither back references nor look-around.
 * @throws Error with the engine's reason
 */
export function linearPattern(expression: string): LinearPattern {
  // First as JavaScript, whose reasons are told in the reader's own syntax.
  new RegExp(expression, 'u')
  const translated = RE2JS.translateRegExp(expression)
  const wide = withWideSpaces(translated)
  const narrow = RE2JS.compile(translated)
  let lazy: RE2JS | undefined
  const forText = (text: string) => {
    if (wide === translated || !WIDE_SPACE.test(text)) return narrow
    lazy ??= RE2JS.compile(wide)
    return lazy
  }
  return {
    exec(text) {
      const found = forText(text).exec(text) as RegExpExecArray | null
      return found && { whole: found[0] as string, first: found[1] ?? undefined, groups: found.groups ?? {} }
    },
  }
}

/** What \s stands for in JavaScript; in RE2 it is ASCII alone, and price lists are full of no-break spaces. */
const SPACES = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

/** Texts without any are matched by the expression with ASCII spaces, three times as fast. */
const WIDE_SPACE = /[\v\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/u

function withWideSpaces(expression: string): string {
  let inClass = false
  return expression.replace(/\\.|[[\]]/gsu, (token) => {
    if (token === '[') inClass = true
    if (token === ']') inClass = false
    if (token === '\\s') return inClass ? SPACES : `[${SPACES}]`
    if (token !== '\\S') return token
    if (inClass) throw new Error('\\S в квадратных скобках не поддерживается')
    return `[^${SPACES}]`
  })
}
