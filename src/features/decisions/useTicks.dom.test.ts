import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { decisionId } from '../../../contract/decisions/decision.ts'
import { BASIS } from '../../../tests/support/decisions.ts'
import { useTicks } from './DecisionTable.tsx'

const decided = (tyre: string) => ({
  ...BASIS,
  tyre,
  price: 1,
  rule: { by: 'hand' as const },
  comment: '',
  checked: false,
})
const ALL = ['a', 'b', 'c', 'd', 'e'].map(decided)

it('useTicks ticks the whole range with Shift, but nothing in a list without the last ticked row', () => {
  const { result } = renderHook(useTicks)
  const ticked = () => ALL.filter((one) => result.current.isTicked(decisionId(one))).map(({ tyre }) => tyre)
  act(() => result.current.tick(ALL, 3, true, false))
  act(() => result.current.tick(ALL, 1, true, true))
  expect(ticked()).toEqual(['b', 'c', 'd'])
  act(() => result.current.clear())
  act(() => result.current.tick(ALL, 1, true, false))
  // As after a search that has changed the visible rows.
  act(() => result.current.tick(ALL.slice(2), 2, true, true))
  expect(ticked()).toEqual(['b', 'e'])
})
