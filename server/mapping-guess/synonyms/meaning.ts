import { SPEC_NAMES } from '../../../contract/tyre/tyre-specs.ts'
import type { MappingFieldName } from '../../import/filled-fields.ts'

/**
 * Meaning of a column's name: a field, a price of unknown kind, a part to extract fields from, or something irrelevant
 * ('other').
 */
export type ColumnMeaning = MappingFieldName | 'price' | 'size' | 'indexes' | 'model' | 'other'

/**
 * Column names by meaning and weight: the confidence that the name has this meaning. A word ending with * matches all
 * words that begin with it ('остат*': остаток, остатки), and its own abbreviation ('ост.'). All words of a name must
 * occur, in any order. Latin spellings of Russian words are matched too and need not be listed.
 */
export type Synonyms = Readonly<Partial<Record<ColumnMeaning, Readonly<Record<number, string>>>>>

/** Meanings that are fields themselves, with one column per record; `code` is what remains beside them (roles.ts). */
export const SINGLE_FIELDS = [
  ...SPEC_NAMES,
  'barcode',
  'condition',
  'year',
  'city',
  'warehouse',
  'stock',
] as const satisfies readonly MappingFieldName[]

/** Meanings that are parts of several fields. */
export const PARTS = ['model', 'size', 'indexes'] as const satisfies readonly ColumnMeaning[]
