import { SPEC_NAMES } from '../../../contract/tyre/tyre-specs.ts'
import {
  ID_FIELDS,
  type IdFieldName,
  OFFER_FIELDS,
  type OfferFieldName,
} from '../../../server/import/mapping.ts'
import type { Arrived } from './feed.ts'

/** Minimum share of the records with a field that must have the expected value, for the field to be right. */
const RIGHT = 0.98
/** Minimum share of records that must have a field, for the field to be judged. */
const PRESENT = 0.01

export interface Verdict {
  field: string
  /** share of records with the expected value */
  share: number
  right: boolean
}

const folded = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Compares the imported records with the expected ones, field by field. A field is right if the values are equal. A
 * price, stock, warehouse or number that the file does not contain is wrong if it was filled.
 */
export function compare(expected: readonly Arrived[], arrived: readonly (Arrived | null)[]): Verdict[] {
  const verdicts: Verdict[] = []
  for (const field of SPEC_NAMES) {
    const wanted = expected.map(({ specs }) => folded(specs[field]))
    const found = arrived.map((one) => folded(one?.specs[field] ?? ''))
    add(verdicts, field, wanted, found, field === 'article')
  }
  for (const field of Object.keys(ID_FIELDS) as IdFieldName[]) {
    const wanted = expected.map(({ ids }) => folded(ids[ID_FIELDS[field]] ?? ''))
    const found = arrived.map((one) => folded(one?.ids[ID_FIELDS[field]] ?? ''))
    add(verdicts, field, wanted, found, true)
  }
  for (const field of Object.keys(OFFER_FIELDS) as OfferFieldName[]) {
    const values = (one: Arrived | null | undefined) =>
      (one?.offers ?? [])
        .map((offer) => offer[OFFER_FIELDS[field]])
        .filter((value) => value !== null && value !== '')
        .map((value) => folded(String(value)))
        .sort()
        .join('|')
    add(verdicts, field, expected.map(values), arrived.map(values), field !== 'city')
  }
  return verdicts
}

function add(
  verdicts: Verdict[],
  field: string,
  wanted: string[],
  found: string[],
  mustBeEmpty: boolean,
): void {
  const present = wanted.flatMap((text, i) => (text === '' ? [] : [i]))
  if (present.length > wanted.length * PRESENT) {
    const same = present.filter((i) => wanted[i] === found[i]).length
    const share = same / present.length
    verdicts.push({ field, share, right: share >= RIGHT })
    return
  }
  const invented = found.filter((text) => text !== '').length
  if (mustBeEmpty && invented > found.length * (1 - RIGHT)) {
    verdicts.push({ field, share: 1 - invented / found.length, right: false })
  }
}
