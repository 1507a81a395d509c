import { PRICES } from '../../ui/nouns.ts'
import { counted } from '../../ui/plural.ts'
import type { Added } from './basket.ts'

/** Describes the result of adding decisions. */
export function addedWords({ added, replaced, left }: Added): string {
  const parts = [
    (added > 0 || replaced > 0) &&
      `Добавлено: ${counted(added, PRICES)}${replaced > 0 ? `, заменено: ${counted(replaced, PRICES)}` : ''}.`,
    left > 0 && `Не поместилось: ${counted(left, PRICES)}.`,
  ].filter(Boolean)
  return parts.length === 0 ? 'Ничего не добавлено.' : parts.join(' ')
}
