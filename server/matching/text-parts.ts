/** Maximum number of characters of a name that is read: the longest real names have about 120. */
const MAX_CHARS = 300

const LOOK_ALIKES = new Map([...'АВЕЁКМНОРСТУХ'].map((letter, i) => [letter, 'ABEEKMHOPCTYX'[i] as string]))

/** Cyrillic letters without a Latin look-alike: they mark a word as Russian. */
const RUSSIAN_WORD = /[БГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ]/

/**
 * Folds the spelling of a name: upper case, one kind of space, quote, dash and multiplication sign, and Latin letters
 * for Cyrillic look-alikes ('РS4' and 'PS4' become equal). Words with a letter that only Russian has stay Cyrillic.
 * Longer names are cut at 300 characters, which bounds the time of hostile ones.
 */
export function fold(text: string): string {
  return text
    .slice(0, MAX_CHARS)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, ' ')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[×✕✖∗]/g, 'X')
    .replace(/[⁄∕／]/g, '/')
    .replace(/[«»"“”„'`’´]/g, ' ')
    .replace(/[\p{L}]+/gu, foldWord)
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Replaces the Cyrillic look-alikes of one upper-case word, unless a letter marks it as Russian. */
function foldWord(word: string): string {
  if (!/[А-ЯЁ]/.test(word) || RUSSIAN_WORD.test(word)) return word
  return word.replace(/[А-ЯЁ]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter)
}

/** Text from which a parser takes parts; what remains is the model. */
export class TextParts {
  #text: string

  constructor(text: string) {
    this.#text = ` ${text} `
  }

  get rest(): string {
    return this.#text
  }

  /** Removes the first match and returns it; null without one. */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.#text)
    if (found) this.remove(found.index, found[0].length)
    return found
  }

  /** Removes all matches of a global pattern and returns their texts. */
  takeAll(pattern: RegExp): string[] {
    const found: string[] = []
    this.#text = this.#text.replace(pattern, (match) => {
      found.push(match.trim())
      return ' '
    })
    return found
  }

  /** Removes all matches of a global pattern; returns whether there were any. */
  drop(pattern: RegExp): boolean {
    const before = this.#text
    this.#text = before.replace(pattern, ' ')
    return this.#text !== before
  }

  remove(index: number, length: number): void {
    this.#text = `${this.#text.slice(0, index)} ${this.#text.slice(index + length)}`
  }
}

/**
 * Builds a global pattern that matches whole words only: neither letters nor digits beside it. The words of the pattern
 * are folded like those of a name, so that 'НЕ ШИП' finds a folded 'НЕ'.
 */
export function words(pattern: string): RegExp {
  const folded = pattern.replace(/\[[^[\]]*\]|\p{L}+/gu, (part) =>
    part.startsWith('[') ? part : foldWord(part),
  )
  return new RegExp(`(?<![\\p{L}\\d])(?:${folded})(?![\\p{L}\\d])`, 'gu')
}
