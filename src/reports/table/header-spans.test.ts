import { describe, expect, it } from 'vitest'
import { headerSpans, spanTitle } from './header-spans.ts'
import { sampleColumns } from './sample-page.ts'

describe('headerSpans', () => {
  const columns = sampleColumns()
  const spans = headerSpans(columns, 3)

  it('names each group of columns by city, site and warehouse', () => {
    expect(spans.map(spanTitle)).toEqual([
      'Товар',
      'Товар',
      'Наша цена',
      'Казань',
      'Казань · 4tochki.ru',
      'Казань · 4tochki.ru · Склад 1',
      'Казань · 4tochki.ru · Склад 2',
      'Казань · shina.ru',
      'Москва',
      'Москва · 4tochki.ru',
      'Москва · 4tochki.ru · Склад 1',
      'Москва · 4tochki.ru · Склад 2',
      'Москва · shina.ru',
    ])
  })

  it('covers every column once, in order', () => {
    const covered = spans.flatMap(({ first, last }) => columns.slice(first, last + 1))
    expect(covered).toEqual(columns)
  })

  it('draws a stronger line before a higher place, and none where the sticky columns end', () => {
    expect(spans.slice(0, 9).map(({ level }) => level)).toEqual([
      'city',
      null,
      'city',
      'city',
      'site',
      'warehouse',
      'warehouse',
      'site',
      'city',
    ])
  })

  it('does not break a group when nothing is sticky', () => {
    expect(headerSpans(columns, 0).filter((span) => spanTitle(span) === 'Товар')).toHaveLength(1)
  })

  it('has nothing over no columns', () => {
    expect(headerSpans([], 0)).toEqual([])
  })
})
