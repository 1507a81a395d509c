import { recordOf } from '../../contract/lib/record-of.ts'
import { MAPPED_PRICES } from '../../contract/offers/offer-values.ts'
import { conditionInField, yearInField } from '../matching/condition.ts'
import type { ColumnProfile } from './profile.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'

/**
 * Result of comparing a column's values with a meaning. `fit` is 0 if they exclude it, 0.5 if they are neutral, 1 if
 * they look exactly like it; `alone` is the confidence by the values alone, if the name has no meaning.
 */
export interface Fit {
  fit: number
  alone: number
}

const ANY: Fit = { fit: 0.5, alone: 0 }
const IMPOSSIBLE: Fit = { fit: 0, alone: 0 }

/** Minimum share of values of a kind for a column of that kind. */
const MIN_SHARE = 0.6
/** Minimum share of readable prices: a notation that nobody knows yet must not hide a column that is called a price. */
const MIN_READABLE = 0.2

const fitOfShare = (share: number, alone = 0): Fit =>
  share >= MIN_SHARE ? { fit: 0.5 + share / 2, alone: share * alone } : { fit: share * 0.5, alone: 0 }

/**
 * Returns true for a plausible median of tyre prices: roubles, tenge (ten times as much) or dollars (a hundredth).
 */
const isPriceLike = ({ priceMedian }: ColumnProfile) => priceMedian >= 20 && priceMedian <= 2_000_000

function priceFit(profile: ColumnProfile): Fit {
  const numbers = profile.share('number')
  if (numbers < MIN_READABLE || !isPriceLike(profile)) return IMPOSSIBLE
  if (profile.share('ean') > 0.3 || profile.share('moreThan') > 0.1) return IMPOSSIBLE
  const likely = profile.priceMedian >= 900 && profile.priceMedian <= 300_000 && profile.different > 3
  const marked = profile.share('money') > 0.3 || profile.share('decimals') > 0.5
  // Prices often repeat and are mostly round, unlike codes.
  const alone = !likely || numbers < 0.5 ? 0 : marked ? 0.9 : isRound(profile) ? 0.65 : 0.45
  return { fit: likely ? 0.6 + numbers * 0.4 : 0.55, alone }
}

/** Returns true if more than 30 % of the numbers end with 0; among random numbers it is 10 %. */
function isRound({ numbers }: ColumnProfile): boolean {
  return numbers.filter((number) => number % 10 === 0).length > numbers.length * 0.3
}

function shareOf(values: readonly string[], is: (text: string) => boolean): number {
  const filled = values.filter((text) => text !== '')
  return filled.length === 0 ? 0 : filled.filter(is).length / filled.length
}

/** Returns false for values that are no numbers of tyres: addresses, sizes, amounts, dates, a few groups. */
const canIdentify = (profile: ColumnProfile): boolean =>
  profile.length <= 32 &&
  profile.share('url') <= 0.2 &&
  !(['sized', 'decimals', 'date'] as const).some((kind) => profile.share(kind) > 0.5) &&
  !(profile.different < 4 && profile.values.length > 20)

const FITS: Readonly<Record<ColumnMeaning, (profile: ColumnProfile) => Fit>> = {
  article(profile) {
    if (!canIdentify(profile) || profile.share('ean') > 0.8) return IMPOSSIBLE
    const code = profile.share('code')
    if (code < 0.4) return { fit: 0.15, alone: 0 }
    // A shop's own article numbers have one shape; those of manufacturers vary.
    const variety = 1 - profile.uniform
    const fit = 0.35 + 0.25 * code + 0.4 * Math.min(1, variety * 1.6)
    const letters = profile.share('letters')
    return { fit, alone: variety > 0.4 && letters > 0.1 && profile.distinct > 0.5 ? 0.6 : 0 }
  },
  code(profile) {
    if (!canIdentify(profile) || isCounter(profile)) return IMPOSSIBLE
    const code = profile.share('code')
    return { fit: code < 0.4 ? 0.15 : 0.5 + 0.45 * code, alone: 0 }
  },
  barcode: (profile) => fitOfShare(profile.share('gtin'), 0.9),
  condition: ({ values }) =>
    fitOfShare(shareOf(values, (text) => conditionInField(text) !== 'new' || /нов|new|^0\s?%?$/i.test(text))),
  year: ({ values }) => fitOfShare(shareOf(values, (text) => yearInField(text) !== '')),
  brand(profile) {
    const known = profile.share('brand')
    if (profile.share('letters') < 0.6 || profile.length > 40 || profile.share('url') > 0.2) return IMPOSSIBLE
    if (profile.share('sized') > 0.3) return IMPOSSIBLE
    return { fit: 0.4 + known * 0.6, alone: known > 0.5 ? 0.6 + known * 0.35 : 0 }
  },
  name(profile) {
    const letters = profile.share('letters')
    if (letters < 0.5 || profile.share('url') > 0.3 || profile.length < 4) return IMPOSSIBLE
    const sized = profile.share('sized')
    const long = Math.min(1, profile.length / 25)
    const various = Math.min(1, profile.distinct * 2)
    const fit = 0.2 + 0.3 * long + 0.2 * various + 0.3 * sized
    const alone = profile.share('spaced') > 0.8 ? 0.25 * long + 0.25 * various + 0.35 * sized : 0
    return { fit: profile.length > 250 ? fit * 0.5 : fit, alone: profile.share('size') > 0.8 ? 0 : alone }
  },
  model(profile) {
    return profile.share('letters') < 0.5 || profile.share('sized') > 0.5
      ? IMPOSSIBLE
      : { fit: 0.7, alone: 0 }
  },
  width: (profile) =>
    fitOfShare(profile.share('width'), profile.share('wideWidth') > 0.8 && profile.different > 4 ? 0.75 : 0),
  height: (profile) =>
    fitOfShare(
      profile.share('height'),
      profile.different > 3 && profile.median >= 35 && profile.median <= 80 && isStepped(profile) ? 0.6 : 0,
    ),
  diameter: (profile) =>
    fitOfShare(
      profile.share('diameter'),
      profile.share('radial') > 0.6
        ? 0.97
        : profile.different > 3 && profile.median <= 24 && profile.median >= 13
          ? 0.55
          : 0,
    ),
  season: (profile) =>
    fitOfShare(
      Math.max(profile.share('season'), profile.share('seasonInside')),
      profile.different < 12 ? 0.97 : 0,
    ),
  vehicleType: (profile) =>
    profile.share('vehicle') >= MIN_SHARE
      ? fitOfShare(profile.share('vehicle'), 0.95)
      : {
          fit: Math.max(0.1, profile.share('vehicleInside')),
          alone: profile.share('vehicleInside') > 0.9 && profile.different < 40 ? 0.7 : 0,
        },
  // Values that hardly repeat are codes such as 'A1'.
  speedIndex: (profile) =>
    fitOfShare(profile.share('speed'), profile.different > 3 && profile.distinct < 0.8 ? 0.85 : 0.3),
  loadIndex: (profile) =>
    fitOfShare(
      profile.share('load'),
      profile.share('doubleLoad') > 0.02 ? 0.8 : isLoadLike(profile) ? 0.5 : 0,
    ),
  indexes: (profile) => fitOfShare(profile.share('indexes'), 0.95),
  size: (profile) => {
    const share = Math.max(profile.share('size'), profile.share('sized'))
    return fitOfShare(share, profile.share('size') > 0.7 ? 0.95 : profile.length < 22 ? 0.85 : 0)
  },
  city(profile) {
    if (profile.share('number') > 0.3 || profile.length > 60) return IMPOSSIBLE
    const known = profile.share('city')
    if (known < 0.3) return { fit: profile.share('cityInside') > 0.3 ? 0.45 : 0.3, alone: 0 }
    return fitOfShare(known, 0.95)
  },
  warehouse(profile) {
    if (profile.share('money') > 0.2 || profile.share('url') > 0.2 || profile.length > 150) return IMPOSSIBLE
    if (profile.share('letters') < 0.3 && profile.different > 60) return IMPOSSIBLE
    const warehouseNames = Math.max(profile.share('warehouseName'), profile.share('cityInside'))
    if (profile.share('letters') < 0.3 && (profile.share('stock') > 0.5 || profile.median > 500))
      return { fit: 0.1, alone: 0 }
    return {
      fit: 0.55 + 0.45 * warehouseNames,
      alone: warehouseNames > 0.7 && profile.different < 100 ? 0.7 : 0,
    }
  },
  // Values alone do not tell the kind of a price.
  ...recordOf(MAPPED_PRICES, () => (profile: ColumnProfile) => ({ ...priceFit(profile), alone: 0 })),
  price: priceFit,
  stock(profile) {
    const numbers = profile.share('stock')
    const words = profile.share('availability')
    if (profile.filled === 0) return { fit: 0.5, alone: 0 }
    if (numbers + words < 0.6) return IMPOSSIBLE
    // Words alone fit less than quantities, which another column may have.
    if (numbers < 0.1 && profile.share('number') < 0.1) return { fit: words > 0.9 ? 0.4 : 0.12, alone: 0 }
    const small = profile.numbers.filter((n) => n <= 500).length / Math.max(1, profile.numbers.length)
    const more = profile.share('moreThan')
    if (small < 0.5) return { fit: 0.3, alone: 0 }
    return {
      fit: 0.5 + 0.5 * numbers * small,
      alone: more > 0.02 ? 0.9 : isSkewed(profile) && !isCounter(profile) ? 0.5 : 0,
    }
  },
  // Names of irrelevant columns are unambiguous, so the values do not matter.
  other: () => ({ fit: 0.75, alone: 0 }),
}

/** Share of equal differences between consecutive rows from which they are numbered. */
const COUNTED = 0.8
const LEAST_COUNTED = 5
/** Maximum number of the first row, after headings and other goods. */
const FIRST_COUNTED = 20

/** Returns true for the numbers of rows, which another tyre has as soon as a row is added. */
function isCounter({ values }: ColumnProfile): boolean {
  const numbers = values.filter((text) => text !== '').map(Number)
  const steps = numbers.slice(1).map((number, i) => number - (numbers[i] as number))
  const [first] = steps
  return (
    numbers.length >= LEAST_COUNTED &&
    (numbers[0] as number) <= FIRST_COUNTED &&
    first !== 0 &&
    steps.filter((step) => step === first).length >= steps.length * COUNTED
  )
}

/** Returns true if the numbers end with 0 or 5, as tyre heights do and stock rarely does. */
function isStepped({ numbers }: ColumnProfile): boolean {
  return numbers.filter((n) => n % 5 === 0).length > numbers.length * 0.9
}

function isLoadLike({ numbers, median, different }: ColumnProfile): boolean {
  return median >= 80 && median <= 125 && different > 5 && (numbers[0] ?? 0) >= 50
}

/** Returns true for numbers that are mostly small with a few large ones, as stock is. */
function isSkewed({ numbers, median, different }: ColumnProfile): boolean {
  const largest = numbers.at(-1) ?? 0
  return different > 3 && (numbers[0] ?? 0) <= 4 && median <= 40 && largest > median * 1.6
}

/** Returns true for columns such as `is_in_stock` whose 1 means 'yes', not one tyre. */
export const isFlag = (name: string, profile: ColumnProfile): boolean =>
  FLAG.test(name) && profile.filled > 0 && profile.values.every((text) => /^[01]?$/.test(text))

const FLAG = /(?:^|[.@_])(?:is_?\w{1,20}|in_?stock|available|availability)$/i

export function valueFit(meaning: ColumnMeaning, profile: ColumnProfile): Fit {
  return profile.filled === 0 ? ANY : FITS[meaning](profile)
}
