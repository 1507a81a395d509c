import { type Column, pageColumns } from '../../../../contract/reports/columns.ts'
import {
  type CityPrices,
  emptyCity,
  emptySite,
  emptyWarehouse,
  type ReportRow,
  type SitePrices,
} from '../../../../contract/reports/report-row.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'

const CITIES = [
  'Барнаул',
  'Владивосток',
  'Волгоград',
  'Воронеж',
  'Екатеринбург',
  'Казань',
  'Краснодар',
  'Красноярск',
  'Москва',
  'Нижний Новгород',
  'Новосибирск',
  'Омск',
  'Пермь',
  'Ростов-на-Дону',
  'Самара',
  'Санкт-Петербург',
  'Тюмень',
  'Уфа',
  'Хабаровск',
  'Челябинск',
]
const SITES = 10
const WAREHOUSES = 3
const ROWS = 100
const BRANDS = ['Cordiant', 'Nokian Tyres', 'Michelin', 'Pirelli', 'Yokohama', 'Viatti', 'Kama']
const MODELS = ['Hakkapeliitta R5 SUV', 'Winter Drive 2', 'X-Ice North 4', 'Ice Zero FR', 'iceGUARD iG60']

/** Returns a generator of pseudorandom numbers. It is deterministic, so that every run draws the same page. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

const random = randomNumbers(7)
const price = (): number => Math.round(300_000 + random() * 2_500_000) / 100
const pick = <T>(list: readonly [T, ...T[]] | T[]): T => list[Math.floor(random() * list.length)] as T

function site(): SitePrices {
  const warehouses = Array.from({ length: WAREHOUSES }, (_, index) => {
    const prices = {
      ...emptyWarehouse(),
      retail: price(),
      wholesale: price(),
      stock: Math.floor(random() * 400),
    }
    return [`Склад ${index + 1}`, prices] as const
  })
  return { ...emptySite(), warehouses: new Map(warehouses) }
}

function city(): CityPrices {
  const sites = Array.from({ length: SITES }, (_, index) => [`shop-${index}.example.ru`, site()] as const)
  const statistics = { ...emptyCity().statistics, min: price(), median: price(), max: price() }
  return { statistics, sites: new Map(sites) }
}

function row(index: number): ReportRow {
  const [width, height, diameter] = [pick([185, 205, 225]), pick([55, 60, 65]), pick(['R16', 'R17'])]
  const brand = pick(BRANDS)
  const specs = {
    article: `T${730_000 + index * 37}`,
    brand,
    name: `${brand} ${pick(MODELS)} ${width}/${height} ${diameter} 106T XL`,
    width,
    height,
    diameter,
    season: pick(['Зимняя', 'Летняя']),
    vehicleType: pick(['Легковой', 'Внедорожник']),
    speedIndex: pick(['T', 'H', 'V']),
    loadIndex: pick([91, 97, 106]),
  }
  const highlighted = index % 9 === 4
  return {
    specs,
    own: { price: price(), wholesale: price(), diffPercent: Math.round((random() - 0.5) * 300) / 10 },
    cities: new Map(CITIES.map((name) => [name, city()])),
    highlighted,
    highlightedCities: highlighted ? [pick(CITIES), 'Москва'] : [],
  }
}

export interface Page {
  columns: Column[]
  rows: ReportRow[]
}

/**
 * Returns a page with 20 cities × 10 sites × 3 warehouses and three statistics (2,690 columns), or one of price changes
 * for visual checks.
 */
export function madeUpPage(report: 'retail-stats' | 'price-changes'): Page {
  const rows = Array.from({ length: ROWS }, (_, index) => row(index))
  return { columns: pageColumns(REPORTS[report], 'retail', rows), rows }
}
