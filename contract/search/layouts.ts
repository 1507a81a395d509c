const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const TO_CYRILLIC = new Map([...LATIN].map((key, i) => [key, CYRILLIC[i] as string]))
const TO_LATIN = new Map([...CYRILLIC].map((key, i) => [key, LATIN[i] as string]))

/**
 * Converts text to the other keyboard layout by key: 'nokian' for 'тщлшфт', 'зима' for 'pbvf'. Other characters stay.
 */
export function otherLayout(plain: string): string {
  const keys = /\p{Script=Cyrillic}/u.test(plain) ? TO_LATIN : TO_CYRILLIC
  return Array.from(plain, (character) => keys.get(character) ?? character).join('')
}
