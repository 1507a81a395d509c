const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const TO_CYRILLIC = new Map([...LATIN].map((key, i) => [key, CYRILLIC[i] as string]))
const TO_LATIN = new Map([...CYRILLIC].map((key, i) => [key, LATIN[i] as string]))

/**
 * Converts text to what the same keys type in the other keyboard layout: 'тщлшфт' → 'nokian', 'pbvf' → 'зима'. Other
 * characters are unchanged.
 */
export function otherLayout(plain: string): string {
  const keys = /\p{Script=Cyrillic}/u.test(plain) ? TO_LATIN : TO_CYRILLIC
  return Array.from(plain, (character) => keys.get(character) ?? character).join('')
}
