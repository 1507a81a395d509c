/** Characters that XML 1.0 does not allow, even escaped: control characters, lone surrogates, noncharacters. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Parsers read white space of an attribute as spaces otherwise.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Escapes a text for the content of an element or for an attribute. */
export const xmlText = (text: string): string =>
  text.replace(FORBIDDEN, ' ').replace(/[&<>"'\t\n\r]/g, (sign) => ESCAPES[sign] as string)

/** Returns an element with a text. */
export const element = (name: string, text: string | number): string =>
  `<${name}>${xmlText(String(text))}</${name}>`
