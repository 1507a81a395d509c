import { type Static, Type } from 'typebox'
import { closed, OrNull, oneOf, Text, withFallbackValue } from '../lib/schemas.ts'

/** Parts of a page in which a product's price can stand, the most trustworthy first (specification 23.1). */
export const ORIGINS = ['json-ld', 'microdata', 'rdfa', 'open-graph', 'state', 'element'] as const
const Origin = withFallbackValue(oneOf(...ORIGINS), 'element')
export type PriceOrigin = (typeof ORIGINS)[number]

/** Words for each part of a page. */
export const ORIGIN_TEXTS: Readonly<Record<PriceOrigin, string>> = {
  'json-ld': 'JSON-LD',
  microdata: 'микроданные',
  rdfa: 'RDFa',
  'open-graph': 'OpenGraph',
  state: 'данные страницы',
  element: 'элемент страницы',
}

/** Longest address of a page in characters. */
export const MAX_ADDRESS_LENGTH = 500
/** Longest name of a city in characters. */
export const MAX_CITY_LENGTH = 100

/** Price of one tyre in roubles; null if unknown. */
const Price = OrNull(Type.Number())
/** Pieces in stock; 0 if the page says that there are none; null if unknown. */
const Stock = OrNull(Type.Number())

/** A price that was found on a page. */
export const FoundPrice = Type.Object({
  origin: Origin,
  /** where on the page it stands: 'Product › offers › price', or a path in the page's state */
  place: Type.String(),
  /** name of the product, with its brand */
  name: Type.String(),
  /** text around an element with a price; '' for structured data */
  context: Type.String(),
  /** the sale price if there is one; null if it cannot be used */
  price: Price,
  /** price before the discount */
  list_price: Price,
  /** number of tyres that the stated price is for */
  pieces: Type.Integer(),
  stock: Stock,
  /** why the price cannot be used; '' if it can */
  problem: Type.String(),
  /** number of its element in the preview; null for structured data */
  mark: OrNull(Type.Integer()),
  /** what speaks against the price being the tyre's, such as another size; '' for nothing */
  doubt: Type.String(),
})
export type FoundPrice = Static<typeof FoundPrice>

/** Reading of a page for one tyre, before it is tracked (specification 23.3). */
export const PageReadingAnswer = Type.Object({
  version: Type.Literal(1),
  /** id of the reading, valid for an hour for the user who requested it */
  reading: Type.String(),
  /** address without what does not belong to it, such as marks of advertising */
  address: Type.String(),
  /** host name of the shop */
  site: Type.String(),
  /** heading of the page */
  title: Type.String(),
  prices: Type.Array(FoundPrice),
  /** texts of the page as HTML without scripts, addresses or attributes, for a sandboxed frame; marks number the prices */
  preview: Type.String(),
  /** index of the price that is proposed; null if none can be used */
  proposed: OrNull(Type.Integer()),
  /** city of this page if it is tracked, else of the other pages of this shop; '' if there are none or they name none */
  city: Type.String(),
  /** name of the tyre for which the page was read, and its usual price: the median of the market, null if unknown */
  tyre_name: Type.String(),
  market: Price,
  /** the page as it is tracked for this tyre already; null if it is not */
  tracked: OrNull(Type.Object({ added_by: Type.String(), price: Price })),
})
export type PageReadingAnswer = Static<typeof PageReadingAnswer>

export const PageReadingInput = Type.Object(
  {
    /** tyre, as tyreKey returns it */
    tyre: Text(400),
    address: Text(4_000),
  },
  closed,
)
export type PageReadingInput = Static<typeof PageReadingInput>

/** Confirmation of a reading: from now on, the page is tracked. */
export const TrackInput = Type.Object(
  {
    reading: Text(100),
    /** index of the chosen price */
    price: Type.Integer({ minimum: 0, maximum: 10_000 }),
    /** city in which the price applies; '' if it is not known */
    city: Text(MAX_CITY_LENGTH),
    /** IANA time zone for the schedule of a new source */
    zone: Text(100),
  },
  closed,
)
export type TrackInput = Static<typeof TrackInput>

/**
 * State of a tracked page: not read yet; its price is in use; held back until a person decides; not readable at the
 * last attempt; gone from the site.
 */
export const PAGE_STATES = ['new', 'ok', 'held', 'failed', 'gone'] as const
const PageState = withFallbackValue(oneOf(...PAGE_STATES), 'held')
export type PageState = Static<typeof PageState>

export const TrackedPage = Type.Object({
  id: Type.Integer(),
  address: Type.String(),
  site: Type.String(),
  /** id of its source */
  source: Type.String(),
  /** tyre, as tyreKey returns it */
  tyre: Type.String(),
  /** name of the tyre in the catalog */
  tyre_name: Type.String(),
  city: Type.String(),
  state: PageState,
  /** why the price is held back or missing; '' if it is in use */
  message: Type.String(),
  origin: Origin,
  place: Type.String(),
  price: Price,
  list_price: Price,
  pieces: Type.Integer(),
  stock: Stock,
  /** ISO instants of the last reading, and of the reading that gave the price; null before the first */
  read_at: OrNull(Type.String()),
  priced_at: OrNull(Type.String()),
  /** username; '' if the account no longer exists */
  added_by: Type.String(),
  /** username of who changed it last; '' if nobody has, or the account no longer exists */
  changed_by: Type.Optional(Type.String()),
  /** whether this user may change it and stop tracking it */
  removable: Type.Boolean(),
})
export type TrackedPage = Static<typeof TrackedPage>

export const TrackedPagesAnswer = Type.Object({
  version: Type.Literal(1),
  pages: Type.Array(TrackedPage),
  /** number of pages in all */
  total: Type.Integer(),
  /** sites that have tracked pages */
  sites: Type.Array(Type.String()),
})
export type TrackedPagesAnswer = Static<typeof TrackedPagesAnswer>

export const TrackAnswer = Type.Object({ page: TrackedPage })

/** Result of importing a file of pages (specification 23.6). */
export const PagesFileAnswer = Type.Object({
  version: Type.Literal(1),
  /** lines with a page */
  lines: Type.Integer(),
  /** new pages, which are read next */
  added: Type.Integer(),
  /** pages that were tracked for this tyre already */
  known: Type.Integer(),
  problems: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() })),
})
export type PagesFileAnswer = Static<typeof PagesFileAnswer>
