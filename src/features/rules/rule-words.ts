import { REPORTS } from '../../../contract/reports/reports.ts'
import type { RuleSettings, RulesAnswer } from '../../../contract/rules/rule.ts'
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

function tyresText(tyres: RuleSettings['tyres'], views: readonly NamedView[]): string {
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
      return countText(tyres.articles.length, ARTICLES)
  }
}

/** Returns tyres and places in words: 'Зима, Томск', 'все шины, a.ru, опт'. */
function scopeText(settings: RuleSettings, views: readonly NamedView[]): string {
  const { tyres, event, sites, cities, kind } = settings
  const places = [sites, cities].filter((names) => names.length > 0).map((names) => listText(names))
  if (event.type === 'late') return places[0] ?? 'все сайты'
  return [tyresText(tyres, views), ...places, ...(kind === 'wholesale' ? ['опт'] : [])].join(', ')
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

export const CHANNEL_NAMES: Readonly<Record<RuleSettings['channels'][number], string>> = {
  push: 'push',
  telegram: 'Telegram',
  mail: 'почта',
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
    ...others.map((name) => name || 'никому'),
  ])
}

/** Returns a rule as a sentence in parts: event, tyres and places, recipients, channels and time. */
export function ruleParts(settings: RuleSettings, names: RuleNames): [string, string, string, string] {
  const channels = settings.channels.map((channel) => CHANNEL_NAMES[channel])
  return [
    eventText(settings.event),
    scopeText(settings, names.views),
    recipientsText(settings.recipients, names),
    [...(channels.length > 0 ? channels : ['только в списке']), timingText(settings.timing)].join(', '),
  ]
}

/** Returns a rule as a sentence: 'Цена конкурента ниже нашей на 3 % · Зима, Томск · мне и anna · push, сразу'. */
export const ruleSentence = (settings: RuleSettings, names: RuleNames): string =>
  ruleParts(settings, names).join(' · ')

/** Returns the rule that everybody has: the percent and the vehicle type of the documents. */
export function fixedRuleText({ percent, vehicle_type: type, sends }: RulesAnswer['fixed']): string {
  const tyres = type === '' ? 'все типы шин' : type
  return `Цена за день изменилась на ${percentText(percent)} и больше · ${tyres} · мне · ${sends ? 'сразу' : 'только в списке'}`
}
