/**
 * Returns a function that unescapes texts of CDATA, in which some programs escape characters although CDATA needs no
 * escaping: '<![CDATA[A &amp; B]]>'. All texts of a field are unescaped until one contains a plain '&'.
 */
export function cdataUnescaper(): (field: string, text: string) => string {
  const plain = new Set<string>()
  return (field, text) => {
    if (!text.includes('&') || plain.has(field)) return text
    if (!hasBareAmpersand(text)) return decodeEntities(text)
    plain.add(field)
    return text
  }
}

/** Characters of the named entities that occur in price lists. */
export const HTML_ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ensp: '\u2002', emsp: '\u2003' },
  ...{ thinsp: '\u2009', shy: '\u00ad', laquo: '«', raquo: '»', ldquo: '“', rdquo: '”', bdquo: '„' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', mdash: '—', ndash: '–', minus: '−', times: '×', deg: '°' },
  ...{ reg: '®', copy: '©', trade: '™', hellip: '…', middot: '·', bull: '•', plusmn: '±', frac12: '½' },
  ...{ frac14: '¼', frac34: '¾', euro: '€', sect: '§', para: '¶', sup2: '²', sup3: '³', frasl: '⁄' },
  ...{ uuml: 'ü', ouml: 'ö', auml: 'ä', eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', ocirc: 'ô' },
}

const NAMES = Object.keys(HTML_ENTITIES).join('|')
const LETTER = String.raw`(?:(${NAMES})|#(\d{1,7})|#x([\da-f]{1,6}));`
const ENTITY = new RegExp(`&${LETTER}`, 'gi')
const BARE_AMPERSAND = new RegExp(`&(?!${LETTER})`, 'i')
const LARGEST = 0x10_ffff

/** Returns true if a text has an ampersand that begins no entity, so that it cannot be escaped. */
export const hasBareAmpersand = (text: string): boolean => BARE_AMPERSAND.test(text)

/** Replaces the entities of a text by their characters. */
export const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (entity, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return HTML_ENTITIES[name] ?? HTML_ENTITIES[name.toLowerCase()] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code > LARGEST ? entity : String.fromCodePoint(code)
  })
