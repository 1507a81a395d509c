import type { Db } from '../../server/platform/db/db.ts'
import { encodeRecommended, type RecommendedRow } from '../../server/prices/recommended-prices.ts'

/** Row of a list of recommended prices, with roubles instead of kopecks. */
export type RecommendedLine = Partial<Omit<RecommendedRow, 'kopecks'>> & { price: number }

/** Saves a list of recommended prices as the present one. */
export async function saveRecommended(db: Db, lines: readonly RecommendedLine[]): Promise<void> {
  const rows = lines.map(({ price, ...row }) => ({
    article: 'A1',
    brand: 'Arktika',
    from: '',
    ...row,
    kopecks: Math.round(price * 100),
  }))
  const content = crypto.randomUUID()
  await db.transaction(async (sql) => {
    const parts = [...encodeRecommended(rows)].map((prices, place) => [content, place, prices])
    await sql.insertMany('recommended_rows', ['content', 'place', 'prices'], parts)
    await sql.run(
      `INSERT INTO recommended_lists (content, file, prices, added, changed, removed, accepted_at)
       VALUES (?, 'rrp.csv', ?, ?, 0, 0, 0)`,
      content,
      rows.length,
      rows.length,
    )
  })
}
