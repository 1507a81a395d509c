import type {
  BackTestAnswer,
  BriefSettings,
  FiringAnswer,
  RuleHit,
  RuleSettings,
  RulesAnswer,
  WatchRule,
} from '../../contract/rules/rule.ts'

/** Settings of an ordinary rule, with changes. */
export const ruleSettings = (over: Partial<RuleSettings> = {}): RuleSettings => ({
  name: 'Дешевле нас',
  scope: 'own',
  tyres: { of: 'own' },
  event: { type: 'below', than: 'own', percent: 3 },
  kind: 'retail',
  sites: [],
  cities: [],
  recipients: [],
  channels: ['push'],
  timing: { at: 'once' },
  ...over,
})

/** Settings of an ordinary rule in the list, with changes. */
export const briefSettings = (over: Partial<BriefSettings> = {}): BriefSettings => ({
  ...ruleSettings(),
  tyres: { of: 'own' },
  ...over,
})

/** Rule of the signed-in user anna, with changes. */
export const watchRule = (over: Partial<WatchRule> = {}): WatchRule => ({
  id: 1,
  settings: briefSettings(),
  enabled: true,
  owner: 'anna',
  editable: true,
  notifies_me: true,
  muted_until: null,
  created_at: '2026-01-15T09:00:00Z',
  last_fired: null,
  events: 0,
  problem: '',
  ...over,
})

export const rulesAnswer = (over: Partial<RulesAnswer> = {}): RulesAnswer => ({
  rules: [],
  fixed: { percent: 10, vehicle_type: '', sends: true, muted_until: null },
  sites: [
    { host: 'daikon-shina.ru', own: true },
    { host: 'a.ru', own: false },
    { host: 'b.ru', own: false },
  ],
  cities: ['Омск', 'Томск'],
  people: ['anna', 'boris'],
  may_team: true,
  zone: 'Europe/Moscow',
  channels: ['push', 'telegram', 'mail'],
  ...over,
})

export const ruleHit = (over: Partial<RuleHit> = {}): RuleHit => ({
  tyre: 'brand-model',
  name: 'Arktika Polar 195/65 R15',
  site: 'a.ru',
  city: 'Томск',
  day: '2026-11-27',
  before: 5_600,
  after: 5_200,
  compared: 5_500,
  former: '',
  ...over,
})

/** Back-test with the given number of events, all of them on its last day. */
export const backTest = (events: number, over: Partial<BackTestAnswer> = {}): BackTestAnswer => ({
  from: '2026-10-29',
  to: '2026-11-27',
  days: 30,
  events,
  tyres: 120,
  daily: [...Array.from({ length: 29 }, () => 0), events],
  hits: Array.from({ length: Math.min(events, 50) }, (_, at) =>
    ruleHit({ name: `Шина ${at}`, tyre: `t${at}` }),
  ),
  complete: true,
  ...over,
})

export const firingAnswer = (over: Partial<FiringAnswer> = {}): FiringAnswer => ({
  rule: { id: 1, name: 'Дешевле нас' },
  name: 'Дешевле нас',
  at: '2026-11-27T05:30:00Z',
  events: 1,
  hits: [ruleHit()],
  ...over,
})
