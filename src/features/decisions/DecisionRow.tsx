// biome-ignore-all lint/a11y/useSemanticElements: only rows in view are drawn and on a phone they are cards, which table elements cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: a table's rows are not interactive, only a grid's are.

import { type KeyboardEvent, memo, useState } from 'react'
import {
  type Decision,
  decisionId,
  MAX_COMMENT_LENGTH,
  type PriceWarning,
} from '../../../contract/decisions/decision.ts'
import { finiteNumber } from '../../../contract/legacy/values.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { roundToKopecks } from '../../../contract/reports/statistics.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { money, NO_PRICE, percent } from '../market/price-texts.ts'
import type { Basket } from './basket.ts'
import { effectOf } from './effect.ts'
import { ruleText } from './pricing-rule.ts'

interface DecisionRowProps {
  id: string
  decision: Decision
  /** index among the filtered decisions, from 0 */
  index: number
  ticked: boolean
  actions: RowActions
  /** @param through whether to tick also the rows between this one and the last ticked one */
  onTick(index: number, ticked: boolean, through: boolean): void
  /** Focuses the price in another row. @returns false if that row is not rendered */
  onGo(index: number): boolean
}

/** Number of header rows before the decisions. */
const HEAD_ROWS = 1

/** Row of one decision with its effect and actions (specification 19.4). */
export const DecisionRow = memo(function DecisionRow({
  id,
  decision,
  index,
  ticked,
  actions,
  onTick,
  onGo,
}: DecisionRowProps) {
  const { name, brand, size, article, city, kind, now, price, cost, rivals, median, rule } = decision
  const { change, margin, place, sites, cheapest, worries } = effectOf(decision)
  const title = `${name}, ${city}`
  const about = [brand, size, article].filter(Boolean).join(' · ')
  const just = new Set([id])
  return (
    <div
      role="row"
      aria-rowindex={index + 1 + HEAD_ROWS}
      className={
        ticked
          ? 'decision-row grid items-center gap-4 decision-ticked'
          : 'decision-row grid items-center gap-4'
      }
      data-index={index}
    >
      <div role="cell" className="decision-mark">
        <label className="decision-tick">
          <input
            type="checkbox"
            className="checkbox"
            aria-label={`Отметить: ${title}`}
            checked={ticked}
            onChange={({ target, nativeEvent }) =>
              onTick(index, target.checked, (nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </label>
      </div>
      <div role="cell" className="decision-tyre">
        <b title={name}>{name}</b>
        <span title={about}>{about}</span>
      </div>
      <div role="cell" className="decision-city">
        {city}
        {kind === 'wholesale' && <span>опт</span>}
      </div>
      <div role="cell" className="decision-now">
        {money(now)}
      </div>
      <div role="cell" className="decision-new">
        <PriceInput
          label={`Новая цена: ${title}`}
          price={price}
          onPrice={(next) => actions.setPrice(id, next)}
          onRefuse={(typed) => actions.refuse(typed, price)}
          onGo={(step) => onGo(index + step)}
        />
      </div>
      <div role="cell" className="decision-change" data-trend={trend(change)}>
        {change === null ? NO_PRICE : percent(change)}
      </div>
      <div role="cell" className="decision-cost" data-unknown={cost === null || undefined}>
        {money(cost)}
        {margin !== null && <span>{percent(margin)}</span>}
      </div>
      <div role="cell" className="decision-lowest">
        {money(rivals[0] ?? null)}
        {median !== null && <span>медиана {money(median)}</span>}
      </div>
      <div role="cell" className="decision-place">
        {rivals.length === 0 ? 'один' : `${place} из ${sites}`}
        {cheapest && <span>▾ самая низкая</span>}
      </div>
      <div role="cell" className="decision-look">
        {worries.length > 0 && (
          <label>
            <input
              type="checkbox"
              className="checkbox"
              checked={decision.checked}
              onChange={({ target }) => void actions.setChecked(just, target.checked)}
              aria-label={`Проверено: ${title}`}
            />
            <span>{worries.map((worry) => worryWords(worry, decision, change)).join('; ')}</span>
          </label>
        )}
      </div>
      <div role="cell" className="decision-by">
        <span title={ruleText(rule)}>{ruleText(rule)}</span>
      </div>
      <div role="cell" className="decision-comment">
        <input
          key={decision.comment}
          className="input"
          aria-label={`Комментарий: ${title}`}
          placeholder="комментарий"
          maxLength={MAX_COMMENT_LENGTH}
          defaultValue={decision.comment}
          onBlur={({ target }) =>
            target.value.trim() !== decision.comment && actions.setComment(id, target.value)
          }
        />
      </div>
      <div role="cell" className="decision-remove">
        <button
          type="button"
          className="icon-button"
          aria-label={`Убрать: ${title}`}
          title="Убрать"
          onClick={() => void actions.remove(just)}
        >
          <Icon name="close" />
        </button>
      </div>
    </div>
  )
})

const trend = (change: number | null): string | undefined =>
  !change ? undefined : change > 0 ? 'rise' : 'fall'

function worryWords(worry: PriceWarning, { cost }: Decision, change: number | null): string {
  return worry === 'below-cost' ? `ниже себест. ${money(cost)}` : `${percent(change ?? 0)} к цене`
}

interface PriceInputProps {
  label: string
  /** price in roubles */
  price: number
  onPrice(price: number): void
  /** called when the typed text is not a price; the former price stays */
  onRefuse(typed: string): void
  /** moves to the price in the next or previous row; @returns false if there is none */
  onGo(step: 1 | -1): boolean
}

const HIGHEST = 100_000_000
const STEPS: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

const priceOf = (text: string): number | null => {
  const value = finiteNumber(text)
  const price = value === null ? 0 : roundToKopecks(value)
  return price > 0 && price <= HIGHEST ? price : null
}

/** Input for a price in roubles. Invalid text is reported and replaced by the former price. */
function PriceInput({ label, price, onPrice, onRefuse, onGo }: PriceInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && priceOf(typed) === null
  const take = () => {
    const value = typed === null ? null : priceOf(typed)
    if (value !== null && value !== price) onPrice(value)
    if (typed !== null && value === null) onRefuse(typed)
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.key === 'Escape') setTyped(null)
    if (step === undefined) return
    event.preventDefault()
    // Moving to another field applies the typed price on blur.
    if (!onGo(step)) take()
  }
  return (
    <input
      className="input decision-price"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong}
      title={isWrong ? 'Цена — число больше нуля' : undefined}
      value={typed ?? formatCell(price, 'price')}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  )
}

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
        () => ({ comment: comment.trim().slice(0, MAX_COMMENT_LENGTH) }),
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
