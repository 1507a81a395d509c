const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});)/i
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}
const LARGEST = 0x10_ffff

/**
 * Unescapes texts of CDATA, in which some programs escape characters although CDATA needs no escaping:
 * '<![CDATA[A &amp; B]]>'.
 */
export interface CdataUnescaper {
  /** @param field field of the text: all its texts are unescaped until one contains a plain '&' */
  unescape(field: string, text: string): string
}

export function createCdataUnescaper(): CdataUnescaper {
  const plain = new Set<string>()
  return {
    unescape(field, text) {
      if (!text.includes('&') || plain.has(field)) return text
      if (BARE_AMPERSAND.test(text)) {
        plain.add(field)
        return text
      }
      return text.replace(ENTITY, (entity, name?: string, decimal?: string, hex?: string) => {
        if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? entity
        const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
        return code > LARGEST ? entity : String.fromCodePoint(code)
      })
    },
  }
}
