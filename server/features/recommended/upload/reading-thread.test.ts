// Specification 26.3
import { describe, expect, it } from 'vitest'
import { readRecommendedList } from './upload-routes.ts'

const request = (text: string) => ({ file: Buffer.from(text), choice: {} })
const FEW = request('Артикул;Бренд;РРЦ\nA1;Arktika;5000')
const many = (count: number) =>
  request(
    `Артикул;Бренд;РРЦ\n${Array.from({ length: count }, (_, n) => `A${n};B${n};${5000 + n}`).join('\n')}`,
  )

describe('readRecommendedList', () => {
  it('reads one file of a person at a time, then the last one that was sent meanwhile', async () => {
    const large = many(20_000)
    const sent = Promise.allSettled(
      [large, large, large, FEW].map((file) => readRecommendedList(file, 'anna')),
    )
    const other = await readRecommendedList(FEW, 'boris')
    expect(other.rows).toEqual([{ article: 'A1', brand: 'Arktika', kopecks: 500_000, from: '' }])
    const refused = { status: 'rejected', reason: expect.objectContaining({ statusCode: 409 }) }
    expect(await sent).toMatchObject([
      { status: 'fulfilled' },
      refused,
      refused,
      { status: 'fulfilled', value: { rows: other.rows } },
    ])
    expect((await readRecommendedList(FEW, 'anna')).rows).toEqual(other.rows)
  })

  it('returns the rows of a large file in its order', async () => {
    const { rows } = await readRecommendedList(many(1_200), 'anna')
    expect(rows.map(({ article, kopecks }) => [article, kopecks])).toEqual(
      Array.from({ length: 1_200 }, (_, n) => [`A${n}`, (5000 + n) * 100]),
    )
  })

  it('reports a file that is no list, and reads the next one of the person', async () => {
    await expect(readRecommendedList(request('%PDF-1.7'), 'anna')).rejects.toMatchObject({ statusCode: 400 })
    expect((await readRecommendedList(FEW, 'anna')).rows).toHaveLength(1)
  })
})
