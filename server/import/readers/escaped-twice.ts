const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi
const BARE = /&(?!(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});)/i
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}
const LARGEST = 0x10_ffff

/**
 * Unescapes texts of CDATA: some programs escape characters there although CDATA needs no escaping, as in '<![CDATA[A
 * &amp; B]]>'.
 */
export interface EscapedTwice {
  /** @param field field of the text: all its texts are unescaped until one contains a plain '&' */
  read(field: string, text: string): string
}

export function createEscapedTwice(): EscapedTwice {
  const plain = new Set<string>()
  return {
    read(field, text) {
      if (!text.includes('&') || plain.has(field)) return text
      if (BARE.test(text)) {
        plain.add(field)
        return text
      }
      return text.replace(ENTITY, (entity, name?: string, decimal?: string, hex?: string) => {
        if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity
        const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
        return code > LARGEST ? entity : String.fromCodePoint(code)
      })
    },
  }
}
