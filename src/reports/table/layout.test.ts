import { describe, expect, it } from 'vitest'
import { columnAt, gridLayout } from './layout.ts'
import { sampleColumns } from './sample-page.ts'

const columns = sampleColumns()

describe('gridLayout', () => {
  it('is at least 640 px wide', () => {
    expect(gridLayout(columns.slice(0, 3), 300).width).toBe(640)
    expect(gridLayout([], 300).width).toBe(640)
  })

  it.each([1, 3, 5, 12, columns.length])('gives %d columns 140 px each on average', (count) => {
    expect(gridLayout(columns.slice(0, count), 300).width).toBeGreaterThanOrEqual(140 * count)
    // Without the name, which takes what the brand leaves, the others are stretched.
    const nameless = columns.filter(({ id }) => id !== 'name').slice(0, count)
    expect(gridLayout(nameless, 300).width).toBeGreaterThanOrEqual(140 * nameless.length)
  })

  it('fills a wide container', () => {
    const layout = gridLayout(columns.slice(0, 4), 1440)
    expect(layout.width).toBe(1440)
    expect(layout.boxes.reduce((sum, { width }) => sum + width, 0)).toBe(1440)
  })

  it('lays the columns side by side', () => {
    const { boxes } = gridLayout(columns, 1000)
    boxes.forEach(({ left, width }, index) => {
      expect(boxes[index + 1]?.left ?? left + width).toBe(left + width)
    })
  })

  it('keeps the leading product columns in place', () => {
    const layout = gridLayout(columns, 1440)
    expect(layout.frozen).toBe(3)
    expect(layout.frozenWidth).toBe(layout.boxes[3]?.left)
  })

  it('keeps one of them in a narrow container', () => {
    expect(gridLayout(columns, 639).frozen).toBe(1)
    expect(gridLayout(columns, 640).frozen).toBe(3)
  })

  it('keeps in place only what leads the table', () => {
    expect(gridLayout(columns.slice(1), 1440).frozen).toBe(0)
    expect(
      gridLayout(
        columns.filter(({ id }) => id !== 'brand'),
        1440,
      ).frozen,
    ).toBe(1)
    expect(gridLayout(columns.slice(0, 2), 1440)).toMatchObject({ frozen: 2, frozenWidth: 1440 })
  })
})

describe('columnAt', () => {
  it('finds the column under a point, or the nearest', () => {
    const layout = gridLayout(columns, 1000)
    layout.boxes.forEach(({ left, width }, index) => {
      expect(columnAt(layout, left)).toBe(index)
      expect(columnAt(layout, left + width - 1)).toBe(index)
    })
    expect(columnAt(layout, -5)).toBe(0)
    expect(columnAt(layout, 1e6)).toBe(columns.length - 1)
  })
})
