import { decodeEntities, hasBareAmpersand } from './html-entities.ts'

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
      if (hasBareAmpersand(text)) {
        plain.add(field)
        return text
      }
      return decodeEntities(text)
    },
  }
}
