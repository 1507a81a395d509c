import { parseObject } from '../legacy/fields.ts'
import { isObject, type JsonObject, member } from '../legacy/values.ts'
import { numberOr, objectOr, objectsOr, textOr, textsOr, wordOr } from './lenient.ts'
import { type Remark, remarksOf } from './remark.ts'
import { type Numbered, numberedOf, type SampleTyre, tyreOf } from './sample.ts'

/** A price change beyond the usual range. */
interface Move {
  article: string
  name: string
  city: string
  priceType: 'wholesale' | 'retail'
  before: number
  after: number
  percent: number
}

/** Comparison of a file with the site's last day. */
export interface Comparison {
  /** YYYY-MM-DD */
  day: string
  tyres: number
  offers: number
  newTyres: number
  goneTyres: number
  changed: number
  /** percent */
  medianMove: number
  /** the largest ones first; `beyondCount` is their total */
  beyond: readonly Move[]
  beyondCount: number
}

/** Result of importing a file on trial. */
export interface Trial {
  /** reason why nothing would be imported */
  error: string | null
  records: number
  tyres: number
  offers: number
  bad: number
  skipped: number
  /** goods other than tyres, which are skipped, with the first few names */
  others: { count: number; examples: readonly string[] }
  reasons: readonly {
    reason: string
    count: number
    examples: readonly { line: number; record: string }[]
  }[]
  /** remarks about the imported records */
  remarks: readonly Remark[]
  /** share of records with a value, from 0 to 1, by field */
  filled: readonly { field: string; part: number }[]
  first: readonly SampleTyre[]
  /** null if the site has no earlier day */
  compared: Comparison | null
  /** reasons why such a file would be held back */
  held: readonly string[]
  numbered: Numbered
}

/** Reads a trial. @throws ReadError if the answer has another shape (specification 12.9) */
export function readTrial(body: string): Trial {
  const answer = parseObject(body)
  const compared = member(answer, 'compared')
  const others = objectOr(answer, 'others')
  return {
    error: textOr(answer, 'error') || null,
    records: numberOr(answer, 'records', 0),
    tyres: numberOr(answer, 'tyres', 0),
    offers: numberOr(answer, 'offers', 0),
    bad: numberOr(answer, 'bad', 0),
    skipped: numberOr(answer, 'skipped', 0),
    others: { count: numberOr(others, 'count', 0), examples: textsOr(others, 'examples') },
    reasons: objectsOr(answer, 'reasons').map((one) => ({
      reason: textOr(one, 'reason'),
      count: numberOr(one, 'count', 0),
      examples: objectsOr(one, 'examples').map((example) => ({
        line: numberOr(example, 'line', 0),
        record: textOr(example, 'record'),
      })),
    })),
    remarks: remarksOf(answer),
    filled: objectsOr(answer, 'filled').map((one) => ({
      field: textOr(one, 'field'),
      part: numberOr(one, 'share', 0),
    })),
    first: objectsOr(answer, 'first').map(tyreOf),
    compared: isObject(compared) ? comparisonOf(compared) : null,
    held: textsOr(answer, 'held'),
    numbered: numberedOf(answer),
  }
}

function comparisonOf(compared: JsonObject): Comparison {
  return {
    day: textOr(compared, 'day'),
    tyres: numberOr(compared, 'tyres', 0),
    offers: numberOr(compared, 'offers', 0),
    newTyres: numberOr(compared, 'new_tyres', 0),
    goneTyres: numberOr(compared, 'gone_tyres', 0),
    changed: numberOr(compared, 'changed', 0),
    medianMove: numberOr(compared, 'median_move', 0),
    beyond: objectsOr(compared, 'beyond').map((move) => ({
      article: textOr(move, 'article'),
      name: textOr(move, 'name'),
      city: textOr(move, 'city'),
      priceType: wordOr(move, 'price_type', ['wholesale', 'retail'], 'retail'),
      before: numberOr(move, 'before', 0),
      after: numberOr(move, 'after', 0),
      percent: numberOr(move, 'percent', 0),
    })),
    beyondCount: numberOr(compared, 'beyond_count', 0),
  }
}
