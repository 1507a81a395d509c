import type { GuessedColumn } from '../../../../contract/sources/guess.ts'
import type { ColumnUse } from '../mapping/column-use.ts'

/** Confidence that the use of a column is right. */
export type Sureness =
  | { kind: 'sure' | 'likely' | 'unsure'; part: number }
  /** chosen by a person, or taken from the saved mapping */
  | { kind: 'chosen' | 'saved' | 'unused' }
  /** by the values of a column without a field of its own: a currency */
  | { kind: 'found' }

const SURE = 0.8
const LIKELY = 0.6

/**
 * Returns the confidence of a column's use.
 * @param column guess for the column; undefined without one
 * @param parts fields whose values are parts of this column's values
 */
export function surenessOf(
  column: GuessedColumn | undefined,
  use: ColumnUse | null,
  parts: readonly string[],
): Sureness {
  if (column === undefined) return { kind: use === null ? 'unused' : 'saved' }
  if (use?.kind === 'currency') return { kind: 'found' }
  const { takenFor } = column
  if (takenFor === null) return { kind: use === null ? 'unused' : 'chosen' }
  if (use === null && parts.includes(takenFor.field)) return ofShare(takenFor.sureness)
  const guessed =
    use !== null &&
    takenFor.field === (use.kind === 'field' ? use.field : use.holds) &&
    (use.kind === 'field'
      ? takenFor.city === undefined
      : (takenFor.city ?? takenFor.warehouse) !== undefined && (takenFor.city ?? use.city) === use.city)
  if (!guessed) return { kind: 'chosen' }
  return ofShare(takenFor.sureness)
}

export const ofShare = (part: number): Sureness => ({
  kind: part >= SURE ? 'sure' : part >= LIKELY ? 'likely' : 'unsure',
  part,
})

const WORDS = { sure: 'уверенно', likely: 'вероятно', unsure: 'проверьте' } as const

export function surenessText(sureness: Sureness): string {
  switch (sureness.kind) {
    case 'chosen':
      return 'выбрано вами'
    case 'saved':
      return 'как сохранено'
    case 'found':
      return 'запись не в рублях отклоняется'
    case 'unused':
      return 'не читается'
    default:
      return `${WORDS[sureness.kind]}, ${Math.round(sureness.part * 100)}\u00a0%`
  }
}
