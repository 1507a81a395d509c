// Specification 4.22, 4.27

import { describe, expect, it } from 'vitest'
import { sampleColumns } from '../../../tests/support/report-page.ts'
import { columnAt, gridLayout } from './layout.ts'

const columns = sampleColumns()

describe('gridLayout', () => {
  it('is at least 640 px wide', () => {
    expect(gridLayout(columns.slice(0, 3), 300).width).toBe(640)
    expect(gridLayout([], 300).width).toBe(640)
  })

  it.each([1, 3, 5, 12, columns.length])('gives %d columns 140 px each on average', (count) => {
    expect(gridLayout(columns.slice(0, count), 300).width).toBeGreaterThanOrEqual(140 * count)
    // Without the name, all columns are stretched alike; only the name takes the width that the narrower brand leaves.
    const nameless = columns.filter(({ id }) => id !== 'name').slice(0, count)
    expect(gridLayout(nameless, 300).width).toBeGreaterThanOrEqual(140 * nameless.length)
  })

  it('fills a wide container', () => {
    const layout = gridLayout(columns.slice(0, 4), 1440)
    expect(layout.width).toBe(1440)
    expect(layout.boxes.reduce((sum, { width }) => sum + width, 0)).toBe(1440)
  })

  it('places the columns side by side', () => {
    const { boxes } = gridLayout(columns, 1000)
    boxes.forEach(({ left, width }, index) => {
      expect(boxes[index + 1]?.left ?? left + width).toBe(left + width)
    })
  })

  const without = (...ids: string[]) => columns.filter(({ id }) => !ids.includes(id))

  it.each([
    ['nothing', [], 3],
    ['Артикул', ['article'], 2],
    ['Бренд', ['brand'], 2],
    ['Название', ['name'], 2],
    ['Артикул and Бренд', ['article', 'brand'], 1],
  ])('keeps the identifying columns sticky without %s', (_, dropped, count) => {
    const layout = gridLayout(without(...dropped), 1440)
    expect(layout).toMatchObject({ lead: 0, frozen: count, leadWidth: 0 })
    expect(layout.frozenWidth).toBe(layout.boxes[count]?.left)
  })

  it.each([
    ['the name', [], 2],
    ['the name', ['article'], 1],
    ['the article', ['name'], 0],
    ['the brand', ['name', 'article'], 0],
  ])('keeps only %s sticky in a narrow container', (_, dropped, lead) => {
    const layout = gridLayout(without(...dropped), 390)
    expect(layout).toMatchObject({ lead, frozen: lead + 1 })
    expect(layout.leadWidth).toBe(layout.boxes[lead]?.left)
    // A price column fits beside the sticky columns.
    expect(layout.frozenWidth).toBeLessThanOrEqual(390 - 140)
  })

  it('has no sticky columns if none identifies the tyre, and only sticky ones if there are no others', () => {
    expect(gridLayout(without('article', 'brand', 'name'), 1440).frozen).toBe(0)
    expect(gridLayout(columns.slice(0, 2), 1440)).toMatchObject({ frozen: 2, frozenWidth: 1440 })
  })

  it('gives a single column under a long place name enough width, up to a limit', () => {
    const place = (site: string) => ({ city: 'Казань', site, warehouse: '' })
    const under = (site: string) =>
      columns.map((column) => (column.group.site === 'shina.ru' ? { ...column, group: place(site) } : column))
    const wide = (site: string) => {
      const only = under(site).filter(({ group, place: named }) => group.site !== site || named)
      const layout = gridLayout(only, 300)
      return layout.boxes[only.findIndex(({ group }) => group.site === site)]?.width ?? 0
    }
    expect(wide('a.ru')).toBeLessThan(145)
    expect(wide('express-shina-ekaterinburg.ru')).toBeGreaterThan(220)
    expect(wide('a'.repeat(300))).toBeLessThan(310)
  })
})

describe('columnAt', () => {
  it('finds the column at a point, or the nearest', () => {
    const layout = gridLayout(columns, 1000)
    layout.boxes.forEach(({ left, width }, index) => {
      expect(columnAt(layout, left)).toBe(index)
      expect(columnAt(layout, left + width - 1)).toBe(index)
    })
    expect(columnAt(layout, -5)).toBe(0)
    expect(columnAt(layout, 1e6)).toBe(columns.length - 1)
  })
})
