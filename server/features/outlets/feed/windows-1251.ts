const decoder = new TextDecoder('windows-1251')

/** Byte without a character: browsers decode it, but XML parsers and others refuse it. */
const UNUSED = 0x98

/** Bytes of windows-1251 by character. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const).filter(
    ([, byte]) => byte !== UNUSED,
  ),
)

/**
 * Encodes a text as windows-1251.
 * @param replace returns what stands for a character that the encoding does not have, in ASCII
 */
export function windows1251(text: string, replace: (character: string) => string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const byte = BYTES.get(character)
    if (byte !== undefined) bytes.push(byte)
    else for (const sign of replace(character)) bytes.push(sign.charCodeAt(0))
  }
  return Uint8Array.from(bytes)
}

/** Returns whether a text has only characters of windows-1251. */
export const isWindows1251 = (text: string): boolean => [...text].every((character) => BYTES.has(character))

/** Stands for a character in a text file. */
export const questionMark = (): string => '?'

/** Stands for a character in XML. */
export const characterReference = (character: string): string => `&#${character.codePointAt(0)};`
