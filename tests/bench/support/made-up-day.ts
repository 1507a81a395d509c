import { NO_VALUES, type Offer, type TyreSpecs } from '../../../server/prices/offer.ts'
import { seededRandom } from '../../../server/sample/generate-sample.ts'
import { extent } from './extent.ts'

/** A made-up market of 1.2 million offers a day, the same in every run. */

export const TYRES = extent(20_000)
/** The own site, which has costs, comes first. */
export const SITES = ['daikon-primer.ru', ...Array.from({ length: 9 }, (_, n) => `site-${n + 2}.example.ru`)]
export const CITIES = [
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

/** Number of warehouses of a site in each city; with statistics, they result in a table of 2,690 columns. */
const WAREHOUSES_IN_CITY = 3
const PLACES = CITIES.length * WAREHOUSES_IN_CITY

/** Number of places where a site has a tyre: a minimum and a range above it, 6 on average. */
const FEWEST_PLACES = 4
const MORE_PLACES = 5

export const BRANDS = [
  'Altenzo',
  'Bridgestone',
  'Continental',
  'Cordiant',
  'Dunlop',
  'Formula',
  'Gislaved',
  'Goodyear',
  'Hankook',
  'Ikon Tyres',
  'Kumho',
  'LingLong',
  'Michelin',
  'Nexen',
  'Pirelli',
  'Sailun',
  'Toyo',
  'Triangle',
  'Viatti',
  'Yokohama',
] as const
const MODELS = ['Winter Drive', 'Ice Guard', 'Eco Contact', 'Sport Comfort', 'Cargo Vector', 'Terrain Pro']
const WIDTHS = ['175', '185', '195', '205', '215', '225', '235', '255', '275']
const HEIGHTS = ['45', '50', '55', '60', '65', '70']
export const DIAMETERS = ['13', '14', '15', '16', '17', '18', '19', '20'] as const
export const SEASONS = ['Летняя', 'Зимняя', 'Всесезонная'] as const
const VEHICLE_TYPES = ['Легковая', 'Легкогрузовая', 'Внедорожник', 'Грузовая']
const SPEEDS = ['H', 'Q', 'R', 'T', 'V', 'W']

/** Returns the tyre with this number, from 0 to TYRES − 1. */
export function madeUpTyre(number: number): TyreSpecs {
  const random = seededRandom(number + 1)
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] as string
  const [brand, model, width, height, diameter] = [BRANDS, MODELS, WIDTHS, HEIGHTS, DIAMETERS].map(pick)
  const speedIndex = pick(SPEEDS)
  const loadIndex = String(80 + Math.floor(random() * 40))
  return {
    article: `T${String(100_000 + number * 7)}`,
    brand: brand as string,
    name: `${width}/${height}R${diameter} ${loadIndex}${speedIndex} ${brand} ${model} ${number % 97}`,
    width: width as string,
    height: height as string,
    diameter: diameter as string,
    season: pick(SEASONS),
    vehicleType: pick(VEHICLE_TYPES),
    speedIndex,
    loadIndex,
  }
}

/**
 * Yields a site's offers of a tyre.
 * @param day 0 for the first day; on each later day, a different twelfth of the prices differs from the first day
 */
export function* madeUpOffers(site: number, tyre: number, day: number): Generator<Offer> {
  const random = seededRandom((tyre * SITES.length + site) * 31 + 7)
  const level = (3_000 + seededRandom(tyre + 1)() * 12_000) * (0.9 + random() * 0.2)
  const count = FEWEST_PLACES + Math.floor(random() * MORE_PLACES)
  const first = Math.floor(random() * PLACES)
  // 7 and 60 are coprime, so all places of a tyre are different.
  for (let n = 0; n < count; n++) {
    const place = (first + n * 7) % PLACES
    const usual = Math.round(level * (0.95 + random() * 0.1))
    const moves = seededRandom((tyre * PLACES + place) * 13 + site * 5 + day * 1_009)
    const wholesale = day > 0 && moves() < 1 / 12 ? Math.round(usual * (0.9 + moves() * 0.2)) : usual
    yield {
      ...NO_VALUES,
      city: CITIES[Math.floor(place / WAREHOUSES_IN_CITY)] as string,
      warehouse: `Склад ${site + 1}-${(place % WAREHOUSES_IN_CITY) + 1}`,
      retail: Math.round(wholesale * 1.2),
      wholesale,
      cost: site === 0 ? Math.round(wholesale * 88) / 100 : null,
      stock: Math.floor(random() * 60),
    }
  }
}
