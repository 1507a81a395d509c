import type { Line } from './prices.ts'

/** Prices of one site on one day. */
export interface SiteDay {
  site: string
  day: string
  lines: readonly Line[]
}

/** The last day of the sample prices. */
export const DAY = '2026-04-18'

const numbers = Array.from({ length: 250 }, (_, i) => i)

/** Returns a tyre; the brand alternates between Arktika and Zorki. */
function tyre(i: number): Line[0] {
  return {
    article: `T${i}`,
    brand: i % 2 === 0 ? 'Arktika' : 'Zorki',
    name: `Шина ${String(i).padStart(3, '0')}`,
    diameter: i % 3 === 0 ? '16' : '17',
    speedIndex: 'T',
    loadIndex: `9${i % 10}`,
  }
}

const ownPrices: Line[] = numbers.map((i) => [
  tyre(i),
  { warehouse: 'Центральный', retail: 1300 + i, wholesale: 1000 + i, cost: 900 + i, stock: 4 },
])

const theirPrices = (level: number): Line[] =>
  numbers.flatMap((i): Line[] => [
    [
      tyre(i),
      { warehouse: 'Склад 1', retail: 1600 + i, wholesale: Math.round((1200 + i) * level), stock: i },
    ],
    [tyre(i), { city: 'Омск', retail: 1700 + i, wholesale: 1250 + i, stock: i + 1 }],
  ])

/**
 * 250 tyres: own prices in Tomsk, and a competitor's prices in Tomsk and Omsk, where the wholesale prices have fallen
 * since the day before.
 */
export const SAMPLE_PRICES: readonly SiteDay[] = [
  { site: 'daikon.ru', day: DAY, lines: ownPrices },
  { site: 'b.ru', day: '2026-04-17', lines: theirPrices(1.1) },
  { site: 'b.ru', day: DAY, lines: theirPrices(1) },
]
