import { type Static, Type } from 'typebox'
import { closed, OrNull, oneOf, Text } from '../lib/schemas.ts'
import { CHANNEL_NAMES } from '../notifications/channels.ts'
import { VIEW_QUERY_LENGTH } from '../views/saved-view.ts'

export const MAX_RULE_NAME_LENGTH = 80
/** Number of days that a back-test looks at unless asked otherwise, and at most. */
export const BACK_TEST_DAYS = 30
export const MAX_BACK_TEST_DAYS = 90
/** Maximum number of events that a back-test lists. */
export const BACK_TEST_HITS = 50
/** Maximum number of rules of a person, and of the team. */
export const MAX_RULES = 100
export const MAX_RULE_ARTICLES = 5_000
/** Maximum number of articles in all rules of a person, and of characters of one. */
export const MAX_PERSON_ARTICLES = 20_000
export const MAX_RULE_ARTICLE_LENGTH = 40
const MAX_RULE_PLACES = 100
export const MAX_RULE_RECIPIENTS = 100

/** Choices of tyres without a list of articles. */
const BRIEF_TYRES = [
  Type.Object({ of: Type.Literal('all') }, closed),
  /** tyres that an own site lists */
  Type.Object({ of: Type.Literal('own') }, closed),
  /** saved view: its filters as they are at the time of each import */
  Type.Object({ of: Type.Literal('view'), view: Type.String({ pattern: '^[0-9a-f]{32}$' }) }, closed),
  /** query of a report's address: filters and search; rules with one over VIEW_QUERY_LENGTH are refused in words */
  Type.Object({ of: Type.Literal('filters'), query: Text(8 * VIEW_QUERY_LENGTH) }, closed),
] as const

/** Tyres that a rule watches (specification 25.1). */
const RuleTyres = Type.Union([
  ...BRIEF_TYRES,
  Type.Object(
    {
      of: Type.Literal('articles'),
      articles: Type.Array(Type.String({ minLength: 1, maxLength: MAX_RULE_ARTICLE_LENGTH }), {
        minItems: 1,
        maxItems: MAX_RULE_ARTICLES,
      }),
    },
    closed,
  ),
])

/** Percent by which a price must pass the compared one, from 0. */
const Percent = Type.Number({ minimum: 0, maximum: 1_000 })

/** Whether a competitor's price counts only where it can be bought; missing in rules of former versions, where all do. */
const InStock = Type.Optional(Type.Boolean())

/** Events that a rule reports. Each is reported when it begins, not as long as it lasts. */
const RuleEvent = Type.Union([
  /** a competitor's price falls below the own price, own cost or recommended price by `percent` */
  Type.Object(
    {
      type: Type.Literal('below'),
      than: oneOf('own', 'cost', 'rrp'),
      percent: Percent,
      in_stock: InStock,
    },
    closed,
  ),
  /** another site has the lowest price of a city */
  Type.Object({ type: Type.Literal('leader'), in_stock: InStock }, closed),
  /** a competitor runs out of a tyre, or has it again */
  Type.Object({ type: Type.Literal('stock'), to: oneOf('out', 'back') }, closed),
  /** the own price becomes the highest of a city, or is no longer the lowest */
  Type.Object({ type: Type.Literal('place'), to: oneOf('dearest', 'not-first'), in_stock: InStock }, closed),
  /** a price changes by `percent` within `days` days */
  Type.Object(
    {
      type: Type.Literal('moved'),
      percent: Percent,
      days: Type.Integer({ minimum: 1, maximum: 30 }),
      direction: oneOf('any', 'up', 'down'),
    },
    closed,
  ),
  /** a competitor lists a tyre that it did not list before */
  Type.Object({ type: Type.Literal('new') }, closed),
  /** a site has no prices of a day by `time` of that day, 'HH:MM' in the rule's time zone */
  Type.Object(
    { type: Type.Literal('late'), time: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }) },
    closed,
  ),
])

/** Returns whether an event compares only those competitors' prices that can be bought (specification 25.2). */
export const comparesInStock = (event: Static<typeof RuleEvent>): boolean =>
  'in_stock' in event && event.in_stock === true

/** Returns whether an event compares with recommended prices, which are retail prices. */
export const isBelowRecommended = (event: Static<typeof RuleEvent>): boolean =>
  event.type === 'below' && event.than === 'rrp'

/** Time at which a rule notifies: at once, or in a digest of everything since the last one. */
const RuleTiming = Type.Union([
  Type.Object({ at: Type.Literal('once') }, closed),
  Type.Object(
    {
      at: Type.Literal('digest'),
      time: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
      /** 1 (Monday) to 7; null for every day */
      weekday: OrNull(Type.Integer({ minimum: 1, maximum: 7 })),
    },
    closed,
  ),
])

/** Settings of a rule. */
export const RuleSettings = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_RULE_NAME_LENGTH }),
    /** own: the person's; team: of all analysts and administrators */
    scope: oneOf('own', 'team'),
    tyres: RuleTyres,
    event: RuleEvent,
    kind: oneOf('retail', 'wholesale'),
    /** host names of the watched sites; [] for all competitors */
    sites: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: MAX_RULE_PLACES }),
    /** names of the watched cities; [] for all */
    cities: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: MAX_RULE_PLACES }),
    /** user names of those who are notified; [] for the owner alone; only rules of the team may name others */
    recipients: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: MAX_RULE_RECIPIENTS }),
    /** channels beside the list of notifications */
    channels: Type.Array(oneOf(...CHANNEL_NAMES), {
      uniqueItems: true,
      maxItems: CHANNEL_NAMES.length,
    }),
    timing: RuleTiming,
  },
  closed,
)
export type RuleSettings = Static<typeof RuleSettings>

/** Settings of a rule in the list, with the number of its articles alone. */
const BriefSettings = Type.Object(
  {
    ...RuleSettings.properties,
    tyres: Type.Union([
      ...BRIEF_TYRES,
      Type.Object({ of: Type.Literal('articles'), count: Type.Integer() }, closed),
    ]),
  },
  closed,
)
export type BriefSettings = Static<typeof BriefSettings>

/** Whether a rule works at all. */
export const RuleSwitch = Type.Object({ enabled: Type.Boolean() }, closed)
/** Whether the requesting user receives no messages of a rule for a week, or receives them again. */
export const RuleMute = Type.Object({ muted: Type.Boolean() }, closed)

/**
 * Messages of the rule that everybody has, to the requesting user: at once, none for a week, or none. The list of
 * notifications has its entries in any case.
 */
export const FixedRuleMessages = Type.Object({ messages: oneOf('once', 'muted', 'off') }, closed)
export type FixedRuleMessages = Static<typeof FixedRuleMessages>

/** Rule in the list. Instants are ISO. */
const WatchRule = Type.Object({
  id: Type.Integer(),
  settings: BriefSettings,
  enabled: Type.Boolean(),
  /** name of its owner; '' after the account was deleted */
  owner: Type.String(),
  /** whether the requesting user may change and remove it */
  editable: Type.Boolean(),
  /** whether the requesting user is notified by it */
  notifies_me: Type.Boolean(),
  /** until when the requesting user has muted it; null if not */
  muted_until: OrNull(Type.String()),
  /** instant of its creation */
  created_at: Type.String(),
  /** last firing, and number of events within 30 days */
  last_fired: OrNull(Type.String()),
  events: Type.Integer(),
  /** why the rule cannot work any more, such as a removed view; '' if it can */
  problem: Type.String(),
})
export type WatchRule = Static<typeof WatchRule>

export const RulesAnswer = Type.Object({
  rules: Type.Array(WatchRule),
  /** the person's percent and vehicle type of the documents, the first and fixed rule; '' for all types */
  fixed: Type.Object({
    percent: Type.Number(),
    vehicle_type: Type.String(),
    /** false where the person wants its entries in the list alone */
    sends: Type.Boolean(),
    /** until when the person has muted it, an ISO instant; null if not */
    muted_until: OrNull(Type.String()),
  }),
  /** sites, cities and people that a rule may name */
  sites: Type.Array(Type.Object({ host: Type.String(), own: Type.Boolean() })),
  cities: Type.Array(Type.String()),
  people: Type.Array(Type.String()),
  /** whether the requesting user may create rules of the team */
  may_team: Type.Boolean(),
  /** IANA name of the zone of all times of rules */
  zone: Type.String(),
  /** channels that the server can send through */
  channels: Type.Array(Type.String()),
})
export type RulesAnswer = Static<typeof RulesAnswer>
/** Settings of one rule, as the editor changes them. */
export const RuleAnswer = Type.Object({ settings: RuleSettings })
export const RuleIdAnswer = Type.Object({ id: Type.Integer() })

/** Event that a rule has found. */
const RuleHit = Type.Object({
  /** key of the tyre and its name in one line; '' where a site is late */
  tyre: Type.String(),
  name: Type.String(),
  site: Type.String(),
  city: Type.String(),
  /** YYYY-MM-DD, day of the prices */
  day: Type.String(),
  /** price before and after, and the price that it was compared with (own, cost, recommended, the former leader's) */
  before: OrNull(Type.Number()),
  after: OrNull(Type.Number()),
  compared: OrNull(Type.Number()),
  /** site that had the lowest price before; '' without one */
  former: Type.String(),
})
export type RuleHit = Static<typeof RuleHit>

/** Events that a rule would have reported within the last days (specification 25.4). */
export const BackTestAnswer = Type.Object({
  /** first and last day, and number of days with prices between them */
  from: OrNull(Type.String()),
  to: OrNull(Type.String()),
  days: Type.Integer(),
  /** number of events, and of tyres that the rule watches now */
  events: Type.Integer(),
  tyres: Type.Integer(),
  /** number of events of each calendar day from `from` to `to`; null for a day without prices */
  daily: Type.Array(OrNull(Type.Integer())),
  /** the latest events, at most 50 */
  hits: Type.Array(RuleHit),
  /** whether the history of the last days is complete; false while former days are still filled in */
  complete: Type.Boolean(),
})
export type BackTestAnswer = Static<typeof BackTestAnswer>

/** Notification of a rule with everything that it reports. */
export const FiringAnswer = Type.Object({
  rule: OrNull(Type.Object({ id: Type.Integer(), name: Type.String() })),
  /** name of the rule, also after it was removed */
  name: Type.String(),
  at: Type.String(),
  /** number of events; the list has at most 1,000 */
  events: Type.Integer(),
  hits: Type.Array(RuleHit),
})
export type FiringAnswer = Static<typeof FiringAnswer>

/** Notifications of a rule, the newest first. */
export const RuleFirings = Type.Object({
  firings: Type.Array(Type.Object({ id: Type.Integer(), at: Type.String(), events: Type.Integer() })),
})
export type RuleFirings = Static<typeof RuleFirings>

/** When and how often a person's devices may ring (specification 25.6). */
export const DeliveryRules = Type.Object(
  {
    /** quiet hours of pushes, 'HH:MM'; equal times for none */
    quiet_from: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
    quiet_to: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
    /** IANA name of the person's time zone */
    zone: Text(60),
    /** maximum number of pushes an hour; 0 for no limit */
    hourly: Type.Integer({ minimum: 0, maximum: 60 }),
  },
  closed,
)
export type DeliveryRules = Static<typeof DeliveryRules>
