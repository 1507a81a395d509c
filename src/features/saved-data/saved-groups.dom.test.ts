// Specification 3.17, 15.4

import { describe, expect, it } from 'vitest'
import type { SavedEntry } from '../../../contract/worker/saved.ts'
import { savedEntry } from '../../../tests/support/saved-worker.ts'
import { savedGroups } from './saved-groups.ts'

const RETAIL = 'GET /api/analytics/retailTyres?date=2026-04-18&page=1'
const SHARED = 'GET /api/analytics/medianMaxRetailPrices?date=2026-04-18&page=1'

describe('savedGroups', () => {
  it('groups by report, most recently viewed first at both levels', () => {
    const groups = savedGroups([
      savedEntry(RETAIL, { viewedAt: 1 }),
      savedEntry('GET /api/analytics/allTyres?date=2026-04-18&page=1', { viewedAt: 2 }),
      savedEntry('GET /api/filters', { kind: 'filters', viewedAt: 9 }),
      savedEntry(RETAIL.replace('page=1', 'page=2'), { viewedAt: 3 }),
    ])
    expect(groups.map(({ title, items }) => [title, ...items.map(({ name }) => name)])).toEqual([
      ['Выгрузить все Розничные цены', '18 апр. 2026, страницы 1–2'],
      ['Выгрузить ВСЕ цены', '18 апр. 2026, страница 1'],
      ['Общие данные', 'Значения фильтров'],
    ])
  })

  it('has one entry for all pages of a result set', () => {
    const page = (number: number, more = {}) =>
      savedEntry(RETAIL.replace('page=1', `page=${number}`), {
        paging: { rowCount: 100, totalRows: 23_365, currentPage: number, totalPages: 234, hasMore: true },
        ...more,
      })
    const pages = Array.from({ length: 100 }, (_, i) => page(i + 1, { pinned: true }))
    const itemOf = (entries: SavedEntry[]) => savedGroups(entries)[0]?.items[0]
    expect(itemOf(pages)).toMatchObject({
      name: '18 апр. 2026, страницы 1–100 из 234',
      address: '/export/retail?date=2026-04-18',
      size: 204_800,
      pinned: true,
    })
    const some = [page(234, { savedAt: 5 }), page(7, { savedAt: 3 }), page(2), page(3)]
    expect(itemOf(some)).toMatchObject({
      name: '18 апр. 2026, страницы 2–3, 7, 234 из 234',
      address: '/export/retail?date=2026-04-18&page=2',
      savedAt: 3,
      pinned: false,
    })
  })

  it('names the filters, and the price type and percent if the report has them', () => {
    const request =
      'GET /api/analytics/newRetailPrices?brand=Zorki&date=2026-04-18&page=3&percent=1.12&site=b.ru'
    const [group] = savedGroups([savedEntry(request)])
    expect(group?.items[0]).toMatchObject({
      filters: 'Вебсайт: b.ru, Бренд: Zorki, Цена: Розничная, Процент: 12\u00a0%',
      address: '/export/proposals?date=2026-04-18&site=b.ru&brand=Zorki&percent=12&page=3',
    })
  })

  it('assigns a page by the requesting page if reports share a list path, or to the first of them', () => {
    const titleOf = (route: string) => savedGroups([savedEntry(SHARED, { route })])[0]?.title
    expect(titleOf('/export/retail/stats')).toMatch(/Минимальной \/ Медианной \/ Максимальной Розничной/)
    expect(titleOf('')).toMatch(/Максимальной Розничной цены$/)
    expect(titleOf('/profile/saved')).toMatch(/Максимальной Розничной цены$/)
  })

  it('has one entry for all cards of tyres', () => {
    const card = (path: string, savedAt: number) =>
      savedEntry(`GET /api/companion/tyres/${path}`, { kind: 'card', savedAt })
    const [group] = savedGroups([card('T1?date=2026-04-18', 7), card('T1/history', 5), card('T2', 6)])
    expect(group?.items).toMatchObject([{ name: 'Карточки шин', savedAt: 5, address: null }])
    expect(group?.items[0]?.entries).toHaveLength(3)
  })

  it('names an answer of another version by its request, without a link', () => {
    const request = 'GET /api/analytics/gone?page=1'
    expect(savedGroups([savedEntry(request)])).toMatchObject([
      { title: 'Общие данные', items: [{ name: request, address: null }] },
    ])
  })

  it('is empty if nothing is saved', () => {
    expect(savedGroups([])).toEqual([])
  })
})
