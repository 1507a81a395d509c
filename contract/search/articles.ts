import type { Cell } from '../reports/report-row.ts'
import { plainText } from './plain-text.ts'
import { normalisedArticle, SHORTEST_ARTICLE } from './query.ts'

interface Weights {
  articleWhole: number
  articleBeginning: number
  articleMiddle: number
}

/** Separator; never occurs in an article number. */
const GAP = '\n'

/**
 * Finds articles by a part of them. All articles are in one string: searching a million characters takes less than a
 * millisecond.
 */
export class Articles {
  readonly #folded: string[] = []
  #text = ''
  #starts = new Uint32Array()

  add(article: Cell): void {
    this.#folded.push(normalisedArticle(plainText(String(article ?? ''))))
  }

  finish(): void {
    this.#starts = new Uint32Array(this.#folded.length)
    let at = GAP.length
    for (const [position, article] of this.#folded.entries()) {
      this.#starts[position] = at
      at += article.length + GAP.length
    }
    this.#text = GAP + this.#folded.join(GAP) + GAP
  }

  /**
   * Returns the positions of tyres whose article equals, starts with or contains `part`.
   * @param part normalised; '' finds nothing, a short part only whole articles, and one without digits nothing in the
   * middle
   */
  find(part: string, weights: Weights): { weight: number; span: number; tyres: number[] }[] {
    if (part === '') return []
    const whole: number[] = []
    const beginning: number[] = []
    const middle: number[] = []
    for (let at = this.#text.indexOf(part); at >= 0; at = this.#text.indexOf(part, at + part.length)) {
      const isBeginning = this.#text[at - 1] === GAP
      const isWhole = isBeginning && this.#text[at + part.length] === GAP
      const list = isWhole ? whole : isBeginning ? beginning : middle
      list.push(this.#positionAt(at))
    }
    const isPart = part.length >= SHORTEST_ARTICLE
    const lists = [
      { weight: weights.articleWhole, span: 0, tyres: whole },
      { weight: weights.articleBeginning, span: 0, tyres: isPart ? beginning : [] },
      { weight: weights.articleMiddle, span: 0, tyres: isPart && /\d/.test(part) ? middle : [] },
    ]
    const found = lists.filter(({ tyres }) => tyres.length > 0)
    // Suppliers write one number with and without zeros before it: '0357951' and '357951'.
    return found.length === 0 && /^0+[1-9]\d{4,}$/.test(part)
      ? this.find(part.replace(/^0+/, ''), weights)
      : found
  }

  #positionAt(at: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#starts[middle] as number) <= at) low = middle
      else high = middle - 1
    }
    return low
  }
}
