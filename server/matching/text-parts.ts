import { foldWord } from './fold.ts'

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
