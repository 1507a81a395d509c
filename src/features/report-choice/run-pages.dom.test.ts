// Specification 8.12

import { expect, it } from 'vitest'
import { savedEntry } from '../../../tests/support/saved-worker.ts'
import type { ListRequest } from '../../data/report-queries.ts'
import { pageKey, savedPagesOfRun } from './run-pages.ts'

const RUN: ListRequest = {
  layout: 'analytics',
  path: '/api/analytics/retailTyres',
  filters: { site: 'b.ru', brand: 'Шины & Ко' },
  search: '',
  compare: '',
  moved: '',
  sets: {},
  date: '2026-04-18',
  percent: null,
  arranged: [],
}

it('savedPagesOfRun returns the saved pages of one result set only', () => {
  const others = [
    pageKey({ ...RUN, date: '2026-04-17' }, 1),
    pageKey({ ...RUN, filters: { site: 'b.ru' } }, 1),
    pageKey({ ...RUN, path: '/api/analytics/allTyres' }, 1),
    pageKey({ ...RUN, percent: '1.12' }, 1),
    pageKey({ ...RUN, search: 'нокиан' }, 1),
    pageKey({ ...RUN, arranged: [['sort', '-brand']] }, 1),
    'GET /api/filters',
  ]
  const entries = [pageKey(RUN, 10), pageKey(RUN, 2), ...others, pageKey(RUN, 1)].map((request) =>
    savedEntry(request),
  )
  expect([...savedPagesOfRun(RUN, entries).keys()]).toEqual([1, 2, 10])
})
