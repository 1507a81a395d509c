// Specification 14.6

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../tests/support/extent.ts'
import { sortInSteps } from '../steps.ts'

it('sorts stably, like Array.prototype.sort', async () => {
  const item = fc.record({ key: fc.nat({ max: 50 }), id: fc.nat() })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 3000, size: 'max' }), async (items) => {
      const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key
      expect(await sortInSteps(items, byKey, () => undefined)).toEqual(items.toSorted(byKey))
    }),
    { numRuns: runs(30) },
  )
})
