import { describe, expect, it } from 'vitest'
import { savedEntry } from '../../../tests/support/saved-worker.ts'
import { savedGroups } from './saved-groups.ts'

const RETAIL = 'GET /api/analytics/retailTyres?date=2026-04-18&page=1'
const SHARED = 'GET /api/analytics/medianMaxRetailPrices?date=2026-04-18&page=1'

describe('what is saved, in words', () => {
  it('is grouped by report, the last viewed first in both', () => {
    const groups = savedGroups([
      savedEntry(RETAIL, { viewedAt: 1 }),
      savedEntry('GET /api/analytics/allTyres?date=2026-04-18&page=1', { viewedAt: 2 }),
      savedEntry('GET /api/filters', { kind: 'filters', viewedAt: 9 }),
      savedEntry(RETAIL.replace('page=1', 'page=2'), { viewedAt: 3 }),
    ])
    expect(groups.map(({ title, items }) => [title, ...items.map(({ name }) => name)])).toEqual([
      ['Выгрузить все Розничные цены', '18 апр. 2026, страница 2', '18 апр. 2026, страница 1'],
      ['Выгрузить ВСЕ цены', '18 апр. 2026, страница 1'],
      ['Общие данные', 'Значения фильтров'],
    ])
  })

  it('names the filters, and the price type and percent where the report has them', () => {
    const request =
      'GET /api/analytics/newRetailPrices?brand=Zorki&date=2026-04-18&page=3&percent=1.12&site=b.ru'
    const [group] = savedGroups([savedEntry(request)])
    expect(group?.items[0]).toMatchObject({
      filters: 'Вебсайт: b.ru, Бренд: Zorki, Цена: Розничная, Процент: 12\u00a0%',
      address: '/export/proposals?date=2026-04-18&site=b.ru&brand=Zorki&percent=12&page=3',
    })
  })

  it('tells reports of one list path by the page that asked, or takes the first of them', () => {
    const titleOf = (route: string) => savedGroups([savedEntry(SHARED, { route })])[0]?.title
    expect(titleOf('/export/retail/stats')).toMatch(/Минимальной \/ Медианной \/ Максимальной Розничной/)
    expect(titleOf('')).toMatch(/Максимальной Розничной цены$/)
    expect(titleOf('/profile/saved')).toMatch(/Максимальной Розничной цены$/)
  })

  it('of another version is shown as it is, without a link', () => {
    const request = 'GET /api/analytics/gone?page=1'
    expect(savedGroups([savedEntry(request)])).toMatchObject([
      { title: 'Общие данные', items: [{ name: request, address: null }] },
    ])
  })

  it('is nothing when nothing is', () => {
    expect(savedGroups([])).toEqual([])
  })
})
