import { expect, test } from 'vitest'
import { sampleRow } from '../../../../tests/support/report-page.ts'
import { pageDeviationCounts } from './PageTile.tsx'

test('pageStanding counts rows by their deviation, ignoring rows without one (specification 2.16)', () => {
  const rows = [5, 0.1, 0, -3, null, 'нет'].map((diffPercent, i) =>
    sampleRow(i, { own: { price: null, wholesale: null, diffPercent }, highlighted: i === 0 || i === 4 }),
  )
  expect(pageDeviationCounts(rows)).toEqual({ above: 2, at: 1, below: 1, highlighted: 2 })
  expect(pageDeviationCounts([])).toEqual({ above: 0, at: 0, below: 0, highlighted: 0 })
})
