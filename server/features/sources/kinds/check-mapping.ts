import { readMapping } from '../../../import/mapping.ts'
import { Refusal } from '../../../platform/refusal.ts'

/**
 * Checks a mapping.
 * @throws Refusal
 */
export function checkMapping(value: unknown) {
  const mapping = readMapping(value)
  if (Array.isArray(mapping))
    throw new Refusal(400, `Ошибка в описании: ${mapping.slice(0, 5).map(withoutPlace).join('; ')}`)
  return mapping
}

/** Returns a mistake of the whole mapping without the name of its part, which nobody has to look for. */
const withoutPlace = (mistake: string): string => mistake.replace(/^fields: /, '')

/**
 * Checks the location of a file's records, which a user may correct after a guess.
 * @throws Refusal
 */
export function checkRecords(records: unknown) {
  return checkMapping({ records, fields: { article: 'x', retail: 'x' } }).records ?? {}
}
