import { type Decision, decisionId, LONGEST_COMMENT } from '../../../contract/decisions/decision.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import type { Basket } from './basket.ts'

/** Tone of a message: success or warning. */
export type Tone = 'done' | 'warning'

export type RowActions = ReturnType<typeof rowActions>

/**
 * Creates the actions on a basket's decisions.
 * @param tell displays a message
 */
export function rowActions(basket: Basket, tell: (words: string, tone: Tone) => void) {
  const changeThose = (concerns: (id: string) => boolean, part: (decision: Decision) => Partial<Decision>) =>
    basket.change((decisions) =>
      decisions.map((decision) =>
        concerns(decisionId(decision)) ? { ...decision, ...part(decision) } : decision,
      ),
    )
  return {
    setPrice: (id: string, price: number) =>
      void changeThose(
        (one) => one === id,
        () => ({ price, rule: { by: 'hand' }, checked: false }),
      ),
    setComment: (id: string, comment: string) =>
      void changeThose(
        (one) => one === id,
        () => ({ comment: comment.trim().slice(0, LONGEST_COMMENT) }),
      ),
    setChecked: (ids: ReadonlySet<string>, checked: boolean) =>
      changeThose(
        (one) => ids.has(one),
        () => ({ checked }),
      ),
    /** Says that the typed text is not a price and the former price stays. */
    refuse: (typed: string, price: number) =>
      tell(
        `«${typed}» — не цена: осталась ${formatCell(price, 'price')}. Нужно число больше нуля.`,
        'warning',
      ),
    async remove(ids: ReadonlySet<string>) {
      const isKept = await basket.change((decisions) =>
        decisions.filter((decision) => !ids.has(decisionId(decision))),
      )
      if (isKept) tell(`Убрано: ${countText(ids.size, PRICES)}.`, 'done')
      return isKept
    },
  }
}
