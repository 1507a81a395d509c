// biome-ignore-all lint/a11y/useSemanticElements: only rows in view are drawn and on a phone they are cards, which table elements cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: a table's heads are not interactive, only a grid's are.
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Decision, decisionId } from '../../../contract/decisions/decision.ts'
import { DecisionRow, type RowActions } from './DecisionRow.tsx'
import { effectOf } from './effect.ts'

interface DecisionTableProps {
  /** decisions in display order */
  decisions: readonly Decision[]
  ticks: ReturnType<typeof useTicks>
  actions: RowActions
}

const HEADS = [
  'Шина',
  'Город',
  'Сейчас',
  'Новая',
  'Изменение',
  'Себест., наценка',
  'Самая низкая у других',
  'Место',
  'Второй взгляд',
  'Правило',
  'Комментарий',
  'Убрать',
] as const

/** Returns whether a decision's card has one line fewer: without a cost and a warning (specification 19.4). */
const isShort = (decision: Decision | undefined): boolean =>
  decision !== undefined && decision.cost === null && effectOf(decision).worries.length === 0

/** Virtualised table of the decisions. */
export function DecisionTable({ decisions, ticks, actions }: DecisionTableProps) {
  const body = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const shortProbe = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: 0, row: 64, short: 64 })
  // Measures again after every resize: content above the table may change its height, and rotating a phone changes the
  // height of the rows.
  useLayoutEffect(() => {
    const measure = () => {
      const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      const row = probe.current?.offsetHeight || 64
      const short = shortProbe.current?.offsetHeight || row
      setPlace((former) =>
        former.top === top && former.row === row && former.short === short ? former : { top, row, short },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const [focused, setFocused] = useState(-1)
  const { top, row, short } = place
  const virtualizer = useWindowVirtualizer({
    count: decisions.length,
    estimateSize: useCallback(
      (index: number) => (isShort(decisions[index]) ? short : row),
      [decisions, row, short],
    ),
    overscan: 3,
    scrollMargin: top,
    // The focused row stays rendered when it leaves the view; unmounting it would lose the focus.
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...defaultRangeExtractor(range), ...(focused < 0 ? [] : [focused])])]
          .filter((index) => index < decisions.length)
          .sort((a, b) => a - b),
      [focused, decisions.length],
    ),
  })
  useLayoutEffect(() => {
    // The virtualizer caches row heights and must measure again when they change.
    void [decisions, row, short]
    virtualizer.measure()
  }, [virtualizer, decisions, row, short])

  const onGo = useCallback((index: number) => {
    const input = body.current?.querySelector<HTMLInputElement>(`[data-index="${index}"] .decision-price`)
    input?.focus()
    return Boolean(input)
  }, [])
  /** Moves by arrow keys to the checkbox of the row above or below; text fields handle these keys themselves. */
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const target = event.target as HTMLElement
    const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
    if (!step || index === undefined || target.matches('input:not([type=checkbox])')) return
    event.preventDefault()
    const next = body.current?.querySelector(`[data-index="${Number(index) + step}"]`)
    next?.querySelector<HTMLElement>('.decision-tick input')?.focus()
  }
  const { ticked, isTicked, tick, tickAll } = ticks
  // Memoised, because scrolling renders the table in every frame.
  const allTicked = useMemo(
    () => decisions.length > 0 && decisions.every((decision) => ticked.has(decisionId(decision))),
    [decisions, ticked],
  )
  const shown = useRef(decisions)
  useLayoutEffect(() => {
    shown.current = decisions
  })
  const onTick = useCallback(
    (index: number, ticked: boolean, through: boolean) => tick(shown.current, index, ticked, through),
    [tick],
  )
  return (
    <div
      role="table"
      className="decision-table"
      aria-label="Решения"
      aria-rowcount={decisions.length + 1}
      onFocus={({ target }) => {
        const index = target.closest<HTMLElement>('[data-index]')?.dataset.index
        setFocused(index === undefined ? -1 : Number(index))
      }}
      onBlur={() => setFocused(-1)}
    >
      <div role="rowgroup" className="decision-head font-medium text-12 text-muted bg-sunken">
        <div role="row" className="decision-row grid items-center gap-4" aria-rowindex={1}>
          <div role="columnheader">
            <label className="decision-tick">
              <input
                type="checkbox"
                className="checkbox"
                aria-label="Отметить все показанные"
                checked={allTicked}
                onChange={({ target }) => tickAll(decisions, target.checked)}
              />
            </label>
          </div>
          {HEADS.map((head) => (
            <div key={head} role="columnheader">
              {head === 'Убрать' ? <span className="visually-hidden">{head}</span> : head}
            </div>
          ))}
        </div>
      </div>
      <div ref={probe} className="decision-probe" aria-hidden="true" />
      <div ref={shortProbe} className="decision-probe decision-probe-short" aria-hidden="true" />
      <div
        ref={body}
        role="rowgroup"
        translate="no"
        className="decision-body relative"
        data-walk
        onKeyDown={walk}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const decision = decisions[index]
          if (!decision) return null
          const id = decisionId(decision)
          return (
            <div
              key={id}
              role="presentation"
              className={isShort(decision) ? 'decision-placed decision-short' : 'decision-placed'}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <DecisionRow
                id={id}
                decision={decision}
                index={index}
                ticked={isTicked(id)}
                actions={actions}
                onTick={onTick}
                onGo={onGo}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Decisions that are ticked in the table. */
export function useTicks() {
  const [ticked, setTicked] = useState(NONE)
  // Id of the last ticked decision. Its index would change with a search or another order.
  const last = useRef<string | null>(null)
  const set = useCallback((those: readonly Decision[], on: boolean) => {
    setTicked((former) => {
      const next = new Set(former)
      for (const decision of those) {
        if (on) next.add(decisionId(decision))
        else next.delete(decisionId(decision))
      }
      return next
    })
  }, [])
  /** @param through whether to tick also the decisions since the last ticked one, as Shift does in lists */
  const tick = useCallback(
    (shown: readonly Decision[], index: number, on: boolean, through: boolean) => {
      const before = through ? shown.findIndex((one) => decisionId(one) === last.current) : -1
      const from = before < 0 ? index : before
      last.current = decisionId(shown[index] as Decision)
      set(shown.slice(Math.min(from, index), Math.max(from, index) + 1), on)
    },
    [set],
  )
  return {
    ticked,
    isTicked: (id: string) => ticked.has(id),
    tick,
    tickAll: set,
    clear: useCallback(() => setTicked(NONE), []),
  }
}
