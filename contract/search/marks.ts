import { plainText, wordsOf } from './plain-text.ts'
import {
  normalisedArticle,
  type QueryPart,
  readQuery,
  readRetyped,
  type SearchQuery,
  SHORTEST_ARTICLE,
} from './query.ts'
import { ALIAS_SOUNDS, transliterate } from './transliteration.ts'

/** Piece of a text; `marked` if it matches the query. */
export interface Piece {
  /** start index in the text */
  from: number
  text: string
  marked: boolean
}

interface ReadAs {
  sounds: readonly string[]
  articles: readonly string[]
  /** sizes as written in names, without separators: '20555', '20555r16' */
  sizes: readonly string[]
}

/** Minimum length of a size that also matches the start of a longer text: '20555' matches '205/55R16'. */
const LONG_SIZE = 5

/** Names, articles and sizes of a query, computed once for all texts in which they are highlighted. */
export type HighlightQuery = readonly ReadAs[]

export const parseHighlightQuery = (query: string): HighlightQuery =>
  [readQuery(query), readRetyped(query)].map(namedBy)

const PIECES = /[\p{L}\p{N}]+(?:[/.,][\p{L}\p{N}]+)*/gu

/** Splits a tyre's name or article into matching and other pieces. */
export function markedPieces(text: string, sought: HighlightQuery): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const add = (end: number, marked: boolean) => {
    if (end > at) pieces.push({ from: at, text: text.slice(at, end), marked })
    at = Math.max(at, end)
  }
  for (const { 0: word, index } of text.matchAll(PIECES)) {
    if (!sought.some((one) => isSought(word, one))) continue
    add(index, false)
    add(index + word.length, true)
  }
  add(text.length, false)
  return pieces
}

function namedBy({ parts, article }: SearchQuery): ReadAs {
  const readings = parts.flatMap(({ readings: as, retyped }: QueryPart) => [...as, ...retyped])
  return {
    sounds: readings.flatMap((reading) =>
      reading.kind === 'word' ? namesOf(transliterate(reading.word)) : [],
    ),
    articles: [
      article,
      ...readings.flatMap((reading) => (reading.kind === 'article' ? reading.article : [])),
    ],
    sizes: readings.flatMap((reading) => {
      if (reading.kind === 'indices') return [`${reading.load}${reading.speed}`]
      if (reading.kind !== 'size') return []
      const { width = '', height = '', diameter } = reading.size
      const rim = diameter === undefined ? [] : [`r${diameter}`, `zr${diameter}`]
      return [...rim.map((one) => `${width}${height}${one}`), ...rim, `${width}${height}`].filter(Boolean)
    }),
  }
}

/** Returns the transliteration itself and those of the names of which it is an alternative spelling. */
const namesOf = (sound: string): string[] => [
  sound,
  ...[...ALIAS_SOUNDS].flatMap(([name, others]) => (others.includes(sound) ? [name] : [])),
]

function isSought(word: string, { sounds, articles, sizes }: ReadAs): boolean {
  const plain = plainText(word)
  const folded = normalisedArticle(plain)
  const size = plain.replace(/[^\p{L}\p{N}]/gu, '').replace(/c$/, '')
  if (sizes.some((one) => size === one || (one.length >= LONG_SIZE && size.startsWith(one)))) return true
  if (
    articles.some(
      (article) => article.length >= SHORTEST_ARTICLE && /\d/.test(article) && folded.includes(article),
    )
  )
    return true
  return wordsOf(plain).some((one) => {
    const sound = transliterate(one)
    return sounds.some((wanted) => (wanted.length < 2 ? sound === wanted : sound.startsWith(wanted)))
  })
}
