// Specification 18.3

import { expect, it } from 'vitest'
import { viewText } from './view-text.ts'

it('viewText names the day, the filters and the compared competitors of a view', () => {
  const view = {
    id: '1',
    name: 'Утро',
    report: 'retail',
    query: 'brand=Zorki&view=market&competitors=inStock',
    day: 'latest',
    scope: 'own',
    editable: true,
    mine: true,
    owner: 'anna',
    version: 1,
  } as const
  expect(viewText(view)).toEqual(['последний день с ценами', 'Zorki', 'Конкуренты в наличии'])
})
