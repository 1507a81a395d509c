import type { RawCell } from '../../../server/import/readers/columns.ts'
import { csv } from './write.ts'

const BRANDS = ['Michelin', 'Nokian Tyres', 'Cordiant', 'Viatti', 'Yokohama', 'Hankook', 'Triangle', 'Кама']
const MODELS = ['Alpha', 'Beta 2', 'Polar X', 'Road Pro', 'Terra']
const WIDTHS = [155, 165, 175, 185, 195, 205, 215, 225, 235, 245, 255, 265]
const HEIGHTS = [40, 45, 50, 55, 60, 65, 70, 75]
const RIMS = ['13', '14', '15', '16', '16C', '17', '18', '19']
const SPEEDS = ['Q', 'T', 'H', 'V', 'W', 'R']
const SEASONS = ['Летняя', 'Зимняя', 'Всесезонная']
const CITIES = ['Москва', 'Казань', 'Тула', 'Омск']

const pick = <Item>(list: readonly Item[], n: number): Item => list[n % list.length] as Item

/** Returns a price list of made-up tyres in the project's own format. */
export function madeUpRows(count: number): RawCell[][] {
  const rows = Array.from({ length: count }, (_, i): RawCell[] => {
    const brand = pick(BRANDS, i * 7 + (i >> 3))
    const [width, height, rim] = [
      pick(WIDTHS, i * 5 + (i >> 2)),
      pick(HEIGHTS, i * 3 + (i >> 4)),
      pick(RIMS, i * 11 + (i >> 1)),
    ]
    const [load, speed] = [70 + ((i * 13) % 45), pick(SPEEDS, i * 17 + (i >> 3))]
    const season = pick(SEASONS, i * 3 + (i >> 5))
    const cost = 2500 + ((i * 7919) % 9000)
    const name = `${brand} ${pick(MODELS, i * 3)} ${width}/${height}R${rim} ${load}${speed}${season === 'Зимняя' ? ' шип' : ''}`
    const article = `${brand.slice(0, 1 + (i % 3)).toUpperCase()}${(i * 7907) % 10 ** (4 + (i % 4))}${i % 5 === 0 ? 'X' : ''}`
    return [
      article,
      brand,
      name,
      width,
      height,
      rim,
      season,
      rim.endsWith('C') ? 'Легкогрузовая' : 'Легковая',
      speed,
      load,
      pick(CITIES, i),
      `Склад ${1 + (i % 3)}`,
      Math.round(cost * 1.4),
      Math.round(cost * 1.15),
      cost,
      (i * 31) % 97,
    ]
  })
  const header = [
    'article',
    'brand',
    'name',
    'width',
    'height',
    'diameter',
    'season',
    'vehicle_type',
    'speed_index',
    'load_index',
    'city',
    'warehouse',
    'retail',
    'opt',
    'cost',
    'stock',
  ]
  return [header, ...rows]
}

export const madeUpFile = (count: number): string => csv(madeUpRows(count), ',')
