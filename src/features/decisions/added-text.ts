import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import type { Added } from './basket.ts'

/** Returns a message about the result of adding decisions. */
export function addedText({ added, replaced, left }: Added): string {
  const parts = [
    (added > 0 || replaced > 0) &&
      `Добавлено: ${countText(added, PRICES)}${replaced > 0 ? `, заменено: ${countText(replaced, PRICES)}` : ''}.`,
    left > 0 && `Не поместилось: ${countText(left, PRICES)}.`,
  ].filter(Boolean)
  return parts.length === 0 ? 'Ничего не добавлено.' : parts.join(' ')
}
