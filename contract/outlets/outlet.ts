import { type Static, Type } from 'typebox'
import { ROUNDINGS } from '../decisions/rule.ts'
import { closed, OrNull, oneOf, Text, withFallbackValue } from '../lib/schemas.ts'
import { DeliverySettings } from './delivery-kinds.ts'

/** Path of feeds, without a session: `/:token`. */
export const FEEDS_PATH = '/api/companion/feeds'

/** Formats of a feed (specification 24.2). */
const FEED_FORMATS = ['csv', 'xlsx', 'yml', 'commerceml', 'json'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

/** Columns that a feed can have: nothing that only concerns the own company, such as costs, rules and comments. */
export const FEED_COLUMNS = [
  'id',
  'brand',
  'name',
  'size',
  'city',
  'kind',
  'price',
  'old',
  'currency',
  'day',
] as const
export type FeedColumnId = (typeof FEED_COLUMNS)[number]

/** Returns the columns without which no shop could use a feed of this format. */
export const neededColumns = (format: FeedFormat): readonly FeedColumnId[] =>
  format === 'yml' ? ['id', 'price', 'name'] : ['id', 'price']

const SEPARATORS = [';', ',', 'tab'] as const
const ENCODINGS = ['utf-8', 'windows-1251'] as const

export const MAX_OUTLET_NAME_LENGTH = 80
export const MAX_COLUMN_NAME_LENGTH = 80
export const MAX_CITY_NAME_LENGTH = 100
/** Maximum length of an identifier of the receiving system. */
export const MAX_FOREIGN_ID_LENGTH = 100
/** Maximum number of outlets of a team. */
export const MAX_OUTLETS = 50

const FeedColumn = Type.Object({ id: oneOf(...FEED_COLUMNS), name: Text(MAX_COLUMN_NAME_LENGTH) }, closed)

/** Settings of an outlet. A publication keeps those with which it was made. */
export const OutletSettings = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_OUTLET_NAME_LENGTH }),
    format: oneOf(...FEED_FORMATS),
    /** what `id` is: the article, or the code, with which the own sites list the tyre */
    ids: oneOf('article', 'code'),
    kind: oneOf('retail', 'wholesale'),
    /** city whose prices leave; '' for all cities */
    city: Text(MAX_CITY_NAME_LENGTH),
    rounding: oneOf(...ROUNDINGS),
    /** 'changes' leaves out prices that equal the own price at the time of the decision */
    scope: oneOf('all', 'changes'),
    columns: Type.Array(FeedColumn, { minItems: 1, maxItems: FEED_COLUMNS.length }),
    /** of CSV and the XML formats */
    encoding: oneOf(...ENCODINGS),
    /** of CSV */
    separator: oneOf(...SEPARATORS),
    /** CommerceML: ids of the catalog and the price type in the receiving system; '' for ids of this server */
    catalog: Text(MAX_FOREIGN_ID_LENGTH),
    price_type: Text(MAX_FOREIGN_ID_LENGTH),
  },
  closed,
)
export type OutletSettings = Static<typeof OutletSettings>

/** Number of published prices that the own sites have adopted. */
const Arrival = Type.Object({
  /** YYYY-MM-DD: day of the own prices that were checked */
  day: Type.String(),
  arrived: Type.Integer(),
  of: Type.Integer(),
  /** the first prices that did not arrive; `own`: own price of that day, null without one */
  missing: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      city: Type.String(),
      price: Type.Number(),
      own: OrNull(Type.Number()),
    }),
  ),
})
export type Arrival = Static<typeof Arrival>

/** Publication of a set (specification 24.4). Instants are ISO. */
const Publication = Type.Object({
  id: Type.Integer(),
  set_name: Type.String(),
  prices: Type.Integer(),
  /** largest change of a price in percent, with its sign; null if no former price is known */
  largest_change: OrNull(Type.Number()),
  at: Type.String(),
  /** name of the person; '' after the account was deleted */
  by: Type.String(),
  /** whether an earlier publication was published again */
  restored: Type.Boolean(),
  /** whether its prices are those of the current publication */
  current: Type.Boolean(),
})
export type Publication = Static<typeof Publication>

/** Request of a feed by a shop. */
const FeedFetch = Type.Object({
  at: Type.String(),
  /** network of the client, never a whole address */
  network: Type.String(),
  agent: Type.String(),
  status: Type.Integer(),
  bytes: Type.Integer(),
})
export type FeedFetch = Static<typeof FeedFetch>

/** Sending of a publication to the address of its outlet. Instants are ISO. */
const OutletDelivery = Type.Object({
  id: Type.Integer(),
  set_name: Type.String(),
  state: withFallbackValue(oneOf('waiting', 'running', 'sent', 'failed', 'replaced'), 'waiting'),
  attempts: Type.Integer(),
  /** reason of the last failure, in words; '' without one */
  message: Type.String(),
  at: Type.String(),
  /** next attempt; null unless it waits for one */
  next_at: OrNull(Type.String()),
})
export type OutletDelivery = Static<typeof OutletDelivery>

const Outlet = Type.Object({
  id: Type.Integer(),
  settings: OutletSettings,
  /** name of the person who set it up; '' after the account was deleted */
  owner: Type.String(),
  /** whether the requesting user may create and revoke its address, and remove it */
  own: Type.Boolean(),
  /** whether it has a valid address */
  has_address: Type.Boolean(),
  changed_at: Type.String(),
  changed_by: Type.String(),
  /** whether its settings were changed after the current publication, which keeps the former ones */
  changed_since: Type.Boolean(),
  current: OrNull(Publication),
  /** null until the own sites have prices from after the publication */
  arrival: OrNull(Arrival),
  last_fetch: OrNull(FeedFetch),
  /** null unless the server sends publications itself */
  delivery: OrNull(DeliverySettings),
})
export type Outlet = Static<typeof Outlet>

/** Answers of specification 24.3. */
export const OutletsAnswer = Type.Object({ outlets: Type.Array(Outlet) })
export const OutletIdAnswer = Type.Object({ id: Type.Integer() })
export const OutletAnswer = Type.Object({
  outlet: Outlet,
  publications: Type.Array(Publication),
  fetches: Type.Array(FeedFetch),
  deliveries: Type.Array(OutletDelivery),
  /** whether the server can send publications by mail */
  can_mail: Type.Boolean(),
})
export type OutletAnswer = Static<typeof OutletAnswer>
/** `path` is that of the feed, with its token. */
export const OutletAddressAnswer = Type.Object({ path: Type.String() })

/** Numbers of the prices that would leave if a set were published. */
export const PublicationPreview = Type.Object({
  prices: Type.Integer(),
  largest_change: OrNull(Type.Number()),
  /** numbers of prices that do not leave: of another kind or city, unchanged, without an id */
  other: Type.Integer(),
  unchanged: Type.Integer(),
  nameless: Type.Integer(),
  /** number of prices that wait for a second look (specification 19.5), and leave only on request */
  unchecked: Type.Integer(),
  /** why it cannot be published, in words; null if it can */
  refusal: OrNull(Type.String()),
})
export type PublicationPreview = Static<typeof PublicationPreview>
