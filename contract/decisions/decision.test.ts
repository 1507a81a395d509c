// Specification 19.1

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BASIS } from '../../tests/support/decisions.ts'
import { type Decision, readDecision } from './decision.ts'
import { ROUNDINGS } from './rule.ts'

const DECISION: Decision = {
  ...BASIS,
  wholesale: null,
  rivals: [4800, 5100],
  median: 4950,
  proposed: null,
  price: 4900,
  rule: { by: 'lowest', roubles: 10, floor: null, round: '10' },
  comment: '',
  checked: false,
}

it('reads what was written', () => {
  const price = fc.double({ min: 0, max: 100_000_000, noNaN: true })
  const maybe = fc.option(price)
  const round = fc.constantFrom(...ROUNDINGS)
  const percent = fc.double({ min: -90, max: 900, noNaN: true })
  const rule = fc.oneof(
    fc.constant({ by: 'hand' as const }),
    fc.record({ by: fc.constant('strategy' as const), name: fc.string({ maxLength: 60 }) }),
    fc.record({ by: fc.constant('proposed' as const), round }),
    fc.record({ by: fc.constantFrom('wholesale' as const, 'median' as const), percent, round }),
    fc.record({
      by: fc.constant('lowest' as const),
      roubles: price.map((one) => one / 1000),
      floor: fc.option(percent),
      round,
    }),
  )
  const decisions = fc.record({
    ...Object.fromEntries(
      (['now', 'wholesale', 'cost', 'median', 'proposed'] as const).map((name) => [name, maybe]),
    ),
    price: fc.double({ min: 0.01, max: 100_000_000, noNaN: true }),
    rule,
    comment: fc.string({ maxLength: 100 }),
    city: fc.string({ maxLength: 100 }),
    rivals: fc.array(price, { maxLength: 5 }),
    checked: fc.boolean(),
  })
  fc.assert(
    fc.property(decisions, (part) => {
      const decision = { ...DECISION, ...part } as Decision
      const read = JSON.parse(JSON.stringify(decision))
      expect(readDecision(read)).toEqual(read)
    }),
  )
})

it.each([
  [null],
  ['x'],
  [{ ...DECISION, price: '5000' }],
  [{ ...DECISION, price: -1 }],
  [{ ...DECISION, price: 0 }],
  [{ ...DECISION, price: Number.NaN }],
  [{ ...DECISION, kind: 'cost' }],
  [{ ...DECISION, day: 'yesterday' }],
  [{ ...DECISION, day: '2026-02-31' }],
  [{ ...DECISION, tyre: '' }],
  [{ ...DECISION, rivals: ['4800'] }],
  [{ ...DECISION, rivals: Array.from({ length: 1000 }, () => 1) }],
  [{ ...DECISION, comment: 'x'.repeat(201) }],
  [{ ...DECISION, rule: { by: 'magic' } }],
  [{ ...DECISION, rule: { by: 'median', percent: '1', round: '10' } }],
  [{ ...DECISION, rule: { by: 'median', percent: 1, round: '7' } }],
])('refuses %j', (value) => {
  expect(() => readDecision(value)).toThrow()
})

it('leaves out unknown properties', () => {
  expect(readDecision({ ...DECISION, further: 1 })).toEqual(DECISION)
})
