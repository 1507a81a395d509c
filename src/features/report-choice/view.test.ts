import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPETITORS } from '../../../contract/reports/competitors.ts'
import { QUICK_FILTERS } from '../../../contract/reports/quick-filters.ts'
import { ROW_GROUPS } from '../../../contract/reports/row-groups.ts'
import { LAYOUTS, readView, type View, withView } from './view.ts'

const NOTHING: View = {
  layout: null,
  city: null,
  kind: null,
  competitors: null,
  order: null,
  only: [],
  columns: [],
  folded: [],
}

describe('view in a URL (specification 17.1)', () => {
  it('has default values if the URL has none', () => {
    expect(readView(new URLSearchParams('date=2026-04-18&city=Томск'))).toEqual(NOTHING)
  })

  it('ignores unknown values', () => {
    expect(
      readView(new URLSearchParams('view=cube&kind=cost&in=&sort=-&only=cheap&competitors=all')),
    ).toEqual(NOTHING)
  })

  it('is parsed as it was written, and leaves the choice unchanged', () => {
    const view = fc.record<View>({
      layout: fc.option(fc.constantFrom(...LAYOUTS)),
      only: fc.subarray([...QUICK_FILTERS]),
      columns: fc.array(fc.string()),
      folded: fc.subarray([...ROW_GROUPS]),
      city: fc.option(fc.string({ minLength: 1 })),
      kind: fc.option(fc.constantFrom('retail', 'wholesale')),
      competitors: fc.option(fc.constantFrom(...COMPETITORS)),
      order: fc.option(
        fc.record({
          column: fc.string({ minLength: 1 }).filter((id) => !id.startsWith('-')),
          descending: fc.boolean(),
        }),
      ),
    })
    fc.assert(
      fc.property(view, view, (first, second) => {
        const before = withView(new URLSearchParams('date=2026-04-18&page=3'), first)
        const written = withView(before, second)
        expect(readView(new URLSearchParams(written.toString()))).toEqual(second)
        expect(written.get('date')).toBe('2026-04-18')
        expect(written.get('page')).toBe('3')
      }),
    )
  })
})
