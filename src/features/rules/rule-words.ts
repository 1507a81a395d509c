import { withMinus } from '../../../contract/lib/minus.ts'
import { CHANNELS } from '../../../contract/notifications/channels.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import {
  type BriefSettings,
  comparesInStock,
  type RuleHit,
  type RuleSettings,
  type RulesAnswer,
} from '../../../contract/rules/rule.ts'
import { countText, type NounForms } from '../../ui/plural.ts'
import { choiceParts } from '../report-choice/choice-parts.ts'
import { readAddress } from '../report-choice/report-address.ts'
import type { NamedView } from './rule-routes.ts'

type Event = RuleSettings['event']
type Timing = RuleSettings['timing']

const number = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
const percentText = (percent: number): string => `${number.format(percent)}\u00a0%`
const passedBy = (percent: number): string => (percent === 0 ? '' : ` на ${percentText(percent)}`)

const BELOW: Readonly<Record<Extract<Event, { type: 'below' }>['than'], string>> = {
  own: 'нашей',
  cost: 'нашей себестоимости',
  rrp: 'РРЦ',
}
const MOVED = { any: 'Цена изменилась', up: 'Цена выросла', down: 'Цена упала' } as const
const DAYS: NounForms = ['день', 'дня', 'дней']
const ARTICLES: NounForms = ['артикул', 'артикула', 'артикулов']

/** Returns the event in words: 'Цена конкурента ниже нашей на 3 %'. */
export function eventText(event: Event): string {
  switch (event.type) {
    case 'below':
      return `Цена конкурента ниже ${BELOW[event.than]}${passedBy(event.percent)}`
    case 'leader':
      return 'В городе сменился самый дешёвый сайт'
    case 'stock':
      return event.to === 'out' ? 'Шина закончилась у конкурента' : 'Шина снова есть у конкурента'
    case 'place':
      return event.to === 'dearest'
        ? 'Мы стали самыми дорогими в городе'
        : 'Мы потеряли первое место в городе'
    case 'moved':
      return `${MOVED[event.direction]}${passedBy(event.percent)} за ${event.days === 1 ? 'день' : countText(event.days, DAYS)}`
    case 'new':
      return 'У конкурента появилась новая шина'
    case 'late':
      return `Нет цен сайта к ${clockText(event.time)}`
  }
}

/** Returns a time of the day without a leading zero: '8:30'. */
const clockText = (time: string): string => time.replace(/^0/, '')

/** Returns a text without characters that nobody sees, shortened to a number of characters with an ellipsis. */
export function clipped(text: string, longest: number): string {
  const seen = text.replace(/[\p{C}\p{Z}]+/gu, (unseen) => (/\p{Z}/u.test(unseen) ? ' ' : ''))
  const characters = [...seen]
  return characters.length > longest
    ? `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : seen
}

/** Maximum number of characters of the filters, and of a name in the sentence of a rule. */
const MAX_FILTERS_LENGTH = 80
const MAX_NAME_LENGTH = 40

/** Settings that a sentence reads back; the list of rules has the number of articles alone. */
export type ReadSettings = Omit<RuleSettings, 'tyres'> & {
  tyres: RuleSettings['tyres'] | BriefSettings['tyres']
}

/** Number of sites, cities or people that a sentence names. */
const NAMED = 2

/** Returns names in a sentence: 'Томск и Омск', 'Томск, Омск и ещё 3'. */
export function listText(names: readonly string[], named = NAMED): string {
  const more = names.length - named
  if (more > 0) return `${names.slice(0, named).join(', ')} и ещё ${number.format(more)}`
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' и ')
}

/** Returns the filters of a report's query as short texts. */
export function filterTexts(query: string): string[] {
  const choice = readAddress(REPORTS['all-prices'], new URLSearchParams(`date=&${query}`))
  return choice ? choiceParts({ ...choice, date: '', compare: '', moved: '' }) : []
}

function tyresText(tyres: ReadSettings['tyres'], views: readonly NamedView[]): string {
  switch (tyres.of) {
    case 'all':
      return 'все шины'
    case 'own':
      return 'наш ассортимент'
    case 'view': {
      const view = views.find(({ id }) => id === tyres.view)
      return view ? `вид «${view.name}»` : 'сохранённый вид'
    }
    case 'filters':
      return filterTexts(tyres.query).join(', ') || 'все шины'
    case 'articles':
      return countText('count' in tyres ? tyres.count : tyres.articles.length, ARTICLES)
  }
}

/** Returns tyres and places in words: 'Зима, Томск', 'все шины, a.ru, опт'. */
function scopeText(settings: ReadSettings, views: readonly NamedView[], isWhole: boolean): string {
  const clip = (text: string, longest: number) => clipped(text, isWhole ? text.length : longest)
  const { tyres, event, sites, cities, kind } = settings
  const places = [sites, cities]
    .filter((names) => names.length > 0)
    .map((names) => listText(names.map((name) => clip(name, MAX_NAME_LENGTH))))
  if (event.type === 'late') return places[0] ?? 'все сайты'
  return [
    clip(tyresText(tyres, views), MAX_FILTERS_LENGTH),
    ...places,
    ...(kind === 'wholesale' ? ['опт'] : []),
    ...(comparesInStock(event) ? ['у конкурентов только в наличии'] : []),
  ].join(', ')
}

const WEEKDAYS = [
  'понедельникам',
  'вторникам',
  'средам',
  'четвергам',
  'пятницам',
  'субботам',
  'воскресеньям',
] as const

/** Days of digests, as a choice names them; '' for every day. */
export const DIGEST_DAYS = ['', '1', '2', '3', '4', '5', '6', '7'].map((value, at) => ({
  value,
  name: at === 0 ? 'каждый день' : `по ${WEEKDAYS[at - 1]}`,
}))

/** Returns the time of notifications in words: 'сразу', 'каждый день в 8:30', 'по понедельникам в 8:30'. */
export function timingText(timing: Timing): string {
  if (timing.at === 'once') return 'сразу'
  return `${DIGEST_DAYS[timing.weekday ?? 0]?.name} в ${clockText(timing.time)}`
}

/** People and views that the texts of rules name. */
export interface RuleNames {
  /** signed-in user, who is 'мне' */
  me: string
  /** user who is notified by a rule without recipients */
  owner: string
  views: readonly NamedView[]
}

function recipientsText(recipients: readonly string[], { me, owner }: RuleNames): string {
  const people = recipients.length > 0 ? recipients : [owner]
  const others = people.filter((name) => name !== me)
  return listText([
    ...(others.length < people.length ? ['мне'] : []),
    ...others.map((name) => clipped(name, MAX_NAME_LENGTH) || 'никому'),
  ])
}

/**
 * Returns a rule as a sentence in parts: event, tyres and places, recipients, channels and time.
 * @param isWhole whether long filters and names are not shortened
 */
export function ruleParts(
  settings: ReadSettings,
  names: RuleNames,
  isWhole = false,
): [string, string, string, string] {
  const channels = settings.channels.map((channel) => CHANNELS[channel])
  return [
    eventText(settings.event),
    scopeText(settings, names.views, isWhole),
    recipientsText(settings.recipients, names),
    [...(channels.length > 0 ? channels : ['только в списке']), timingText(settings.timing)].join(', '),
  ]
}

/** Returns a rule as a sentence: 'Цена конкурента ниже нашей на 3 % · Зима, Томск · мне и anna · push, сразу'. */
export const ruleSentence = (settings: ReadSettings, names: RuleNames, isWhole = false): string =>
  ruleParts(settings, names, isWhole).join(' · ')

/** Returns the rule that everybody has: the percent and the vehicle type of the documents. */
export function fixedRuleText({ percent, vehicle_type: type, sends }: RulesAnswer['fixed']): string {
  const tyres = type === '' ? 'все типы шин' : type
  return `Цена за день изменилась на ${percentText(percent)} и больше · ${tyres} · мне · ${sends ? 'сразу' : 'только в списке'}`
}

export const EVENTS: NounForms = ['событие', 'события', 'событий']

const price = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })
const change = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** Formats a price; a dash if it is unknown. */
export const hitPriceText = (value: number | null): string => (value === null ? '—' : price.format(value))

/** Returns the change of the price in percent; null without a price before or after. */
export function changeOfHit({ before, after }: RuleHit): number | null {
  return after === null || before === null || before === 0 ? null : ((after - before) / before) * 100
}

/** Formats a change with its sign: '−12,5 %'. */
export const changeOfHitText = (percent: number | null): string =>
  percent === null ? '—' : `${withMinus(change.format(percent))}\u00a0%`

/** Returns the prices of an event in one line: '5 600 → 5 200 ₽', 'нет → 5 200 ₽', '' for an event without prices. */
export function movedText({ before, after }: RuleHit): string {
  if (before === null && after === null) return ''
  const side = (value: number | null) => (value === null ? 'нет' : price.format(value))
  return before === after ? `${side(after)} ₽` : `${side(before)} → ${side(after)} ₽`
}

/** Returns by how many percent the price differs from the compared one, or from the one before where none is compared. */
export const distanceOfHit = (hit: RuleHit): number | null =>
  changeOfHit({ ...hit, before: hit.compared ?? hit.before })

const sizeOf = (hit: RuleHit): number => {
  const distance = distanceOfHit(hit)
  return distance === null ? -1 : Math.abs(distance)
}

/** Returns the events sorted by their distance, the largest first; events without one come last. */
export const byDistance = (hits: readonly RuleHit[]): RuleHit[] =>
  hits.toSorted((a, b) => sizeOf(b) - sizeOf(a))
