// Specification 4.15

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findCulprits } from './find-culprits.ts'

/** Creates a fake server: a request has no rows if it contains all filters of one of these sets. */
function server(conflicts: readonly (readonly string[])[]) {
  let calls = 0
  return {
    calls: () => calls,
    hasRows: async (names: readonly string[]) => {
      calls++
      return !conflicts.some((conflict) => conflict.every((name) => names.includes(name)))
    },
  }
}

const ALL = ['site', 'brand', 'vehicle', 'season', 'diameter', 'city', 'width', 'height', 'speed', 'load']

it('finds a single filter with one call', async () => {
  const { hasRows, calls } = server([['brand']])
  expect(await findCulprits(['brand'], hasRows)).toEqual(['brand'])
  expect(calls()).toBe(1)
})

it('finds filters that exclude each other, though each alone leaves rows', async () => {
  const { hasRows, calls } = server([['brand', 'diameter']])
  expect(await findCulprits(['brand', 'diameter'], hasRows)).toEqual(['brand', 'diameter'])
  expect(calls()).toBe(3)
})

it('finds one among ten with six calls', async () => {
  const { hasRows, calls } = server([['width']])
  expect(await findCulprits(ALL, hasRows)).toEqual(['width'])
  expect(calls()).toBeLessThanOrEqual(6)
})

it('returns an empty list if there are no rows without filters either', async () => {
  const { hasRows, calls } = server([[]])
  expect(await findCulprits(ALL, hasRows)).toEqual([])
  expect(calls()).toBe(1)
})

it('finds a minimal set, or gives up after ten requests', async () => {
  const conflict = fc.subarray(ALL, { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(conflict, { minLength: 1, maxLength: 3 }), async (conflicts) => {
      const { hasRows, calls } = server(conflicts)
      const found = await findCulprits(ALL, hasRows)
      expect(calls()).toBeLessThanOrEqual(10)
      if (found === null) return
      const leaves = (names: readonly string[]) =>
        !conflicts.some((one) => one.every((name) => names.includes(name)))
      expect(leaves(found)).toBe(false)
      for (const name of found) expect(leaves(found.filter((other) => other !== name))).toBe(true)
    }),
  )
})
