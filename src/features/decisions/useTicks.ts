import { useCallback, useRef, useState } from 'react'
import { type Decision, decisionId } from '../../../contract/decisions/decision.ts'

/** Decisions ticked in the table. */
export interface Ticks {
  ticked: ReadonlySet<string>
  isTicked(id: string): boolean
  /**
   * @param through whether to tick also the decisions between this one and the last ticked one, as Shift does in other
   * lists
   */
  tick(shown: readonly Decision[], index: number, on: boolean, through: boolean): void
  tickAll(shown: readonly Decision[], on: boolean): void
  clear(): void
}

const NONE: ReadonlySet<string> = new Set()

export function useTicks(): Ticks {
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
  const tick = useCallback<Ticks['tick']>(
    (shown, index, on, through) => {
      const before = through ? shown.findIndex((one) => decisionId(one) === last.current) : -1
      const from = before < 0 ? index : before
      last.current = decisionId(shown[index] as Decision)
      set(shown.slice(Math.min(from, index), Math.max(from, index) + 1), on)
    },
    [set],
  )
  return {
    ticked,
    isTicked: (id) => ticked.has(id),
    tick,
    tickAll: set,
    clear: useCallback(() => setTicked(NONE), []),
  }
}
