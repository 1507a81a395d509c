import { type JsonObject, member } from '../legacy/values.ts'
import { numberOr, objectsOr, textOr } from './lenient.ts'

/** A remark about the records of a price list, with examples. */
export interface Remark {
  text: string
  count: number
  examples: readonly {
    /** lines of the file, or numbers of the records */
    lines: readonly number[]
    text: string
  }[]
}

export const remarksOf = (answer: JsonObject): Remark[] =>
  objectsOr(answer, 'remarks').map((remark) => ({
    text: textOr(remark, 'text'),
    count: numberOr(remark, 'count', 0),
    examples: objectsOr(remark, 'examples').map((example) => ({
      lines: numbersOf(member(example, 'lines')),
      text: textOr(example, 'text'),
    })),
  }))

const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []
