import { RE2JS } from 're2js'

/** Regular expression of a mapping, in JavaScript syntax. */
export interface LinearPattern {
  /** @returns the first match with its named groups; null if there is none */
  exec(text: string): LinearMatch | null
}

interface LinearMatch {
  whole: string
  /** the first group; undefined if there is none or it did not take part in the match */
  first: string | undefined
  groups: Readonly<Record<string, string | undefined>>
}

/**
 * Compiles an expression with RE2, whose time is linear in the length of the text: JavaScript's own engine can take
 * minutes for a careless expression and an unlucky text. RE2 supports neither back references nor look-around.
 * @throws Error with the engine's reason
 */
export function linearPattern(expression: string): LinearPattern {
  // Compiled as JavaScript first, since its error messages use the syntax that the author of the mapping knows.
  new RegExp(expression, 'u')
  const translated = RE2JS.translateRegExp(expression)
  const wide = withWideSpaces(translated)
  const narrow = RE2JS.compile(translated)
  let wideCompiled: RE2JS | undefined
  const forText = (text: string) => {
    if (wide === translated || !WIDE_SPACE.test(text)) return narrow
    wideCompiled ??= RE2JS.compile(wide)
    return wideCompiled
  }
  return {
    exec(text) {
      const found = forText(text).exec(text) as RegExpExecArray | null
      return found && { whole: found[0] as string, first: found[1] ?? undefined, groups: found.groups ?? {} }
    },
  }
}

/**
 * Characters that \s matches in JavaScript. In RE2 it matches ASCII only, and price lists are full of no-break
 * spaces.
 */
const SPACES = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

/** Texts without these spaces use the ASCII-only expression, which is three times as fast. */
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
