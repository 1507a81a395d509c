import { exceptName, valuesIn } from '../../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES } from '../../../../contract/reports/filters.ts'
import {
  isBelowRecommended,
  MAX_RULE_ARTICLE_LENGTH,
  MAX_RULE_ARTICLES,
  type RuleSettings,
  type RulesAnswer,
} from '../../../../contract/rules/rule.ts'
import { cutQuery } from '../../../../contract/search/cut-query.ts'
import { VIEW_QUERY_LENGTH, viewQuery } from '../../../../contract/views/saved-view.ts'
import { SAVED_VIEW, TEMPLATE } from '../rule-routes.ts'
import { clipped, eventText } from '../rule-words.ts'

type Event = RuleSettings['event']
type Tyres = RuleSettings['tyres']

/** Settings as the form holds them: values of the kinds of tyres that are not chosen stay. */
export interface WatchDraft extends Omit<RuleSettings, 'tyres'> {
  tyres: { of: Tyres['of']; view: string; query: string; articles: string }
  /** whether the person has changed the draft */
  changed: boolean
}

/** Places and channels that a new rule may begin with. */
type Known = Pick<RulesAnswer, 'sites' | 'cities' | 'channels'>

const DIGEST: RuleSettings['timing'] = { at: 'digest', time: '08:30', weekday: null }
const NO_TYRES: Omit<WatchDraft['tyres'], 'of'> = { view: '', query: '', articles: '' }

export const EVENT_DEFAULTS: { readonly [Type in Event['type']]: Extract<Event, { type: Type }> } = {
  below: { type: 'below', than: 'own', percent: 3, in_stock: true },
  leader: { type: 'leader', in_stock: true },
  place: { type: 'place', to: 'not-first', in_stock: true },
  moved: { type: 'moved', percent: 10, days: 1, direction: 'any' },
  stock: { type: 'stock', to: 'out' },
  new: { type: 'new' },
  late: { type: 'late', time: '10:00' },
}

/** Event that continues the quick filter 'Ниже РРЦ': every price below it, however little. */
const BELOW_RECOMMENDED: Event = { ...EVENT_DEFAULTS.below, than: 'rrp', percent: 0 }

/** Beginnings of a rule that the empty list offers, by the value of their parameter. */
export const RULE_TEMPLATES: Readonly<
  Record<string, { words: string; settings: Partial<RuleSettings>; of: Tyres['of'] }>
> = {
  cheaper: {
    words: 'Скажет сразу, когда конкурент опустит цену ниже нашей на 3 % и больше.',
    settings: { event: EVENT_DEFAULTS.below },
    of: 'own',
  },
  place: {
    words: 'Соберёт к 8:30 шины, по которым мы вчера были самыми дешёвыми, а теперь нет.',
    settings: { event: EVENT_DEFAULTS.place, timing: DIGEST },
    of: 'own',
  },
  news: {
    words: 'Пришлёт по понедельникам всё, чего раньше у конкурентов не было.',
    settings: { event: EVENT_DEFAULTS.new, timing: { ...DIGEST, weekday: 1 } },
    of: 'all',
  },
}

/** Digest that the editor proposes for a rule that would report too much. */
export const PROPOSED_DIGEST = DIGEST

/**
 * Returns a new rule as the address describes it: a template, a saved view, or the filters of a report. Chosen sites
 * and cities that a rule can name become its places. The quick filter 'Ниже РРЦ' becomes its event.
 */
export function newRuleDraft(address: URLSearchParams, { sites, cities, channels }: Known): WatchDraft {
  const template = RULE_TEMPLATES[address.get(TEMPLATE) ?? '']
  const view = address.get(SAVED_VIEW)
  const chosen = new URLSearchParams()
  const places = {
    site: valuesIn(address, 'site'),
    city: valuesIn(address, 'city'),
  }
  const namesSites = isEvery(places.site, (host) => sites.some((site) => site.host === host && !site.own))
  const namesCities = isEvery(places.city, (name) => cities.includes(name))
  for (const name of FILTER_NAMES) {
    if ((name === 'site' && namesSites) || (name === 'city' && namesCities)) continue
    for (const key of [name, exceptName(name)]) {
      for (const value of valuesIn(address, key)) chosen.append(key, value)
    }
  }
  const search = cutQuery(address.get('q') ?? '').trim()
  if (search !== '') chosen.set('q', search)
  const query = viewQuery(chosen)
  const isRecommended = address.get('only') === 'belowRrp'
  const isNarrowed = query !== '' && query.length <= VIEW_QUERY_LENGTH
  return {
    name: '',
    scope: 'own',
    event: isRecommended ? BELOW_RECOMMENDED : EVENT_DEFAULTS.below,
    kind: address.get('price') === 'opt' ? 'wholesale' : 'retail',
    sites: namesSites ? places.site : [],
    cities: namesCities ? places.city : [],
    recipients: [],
    channels: channels.includes('push') ? ['push'] : [],
    timing: { at: 'once' },
    ...template?.settings,
    tyres: {
      ...NO_TYRES,
      of: view === null ? (template?.of ?? (isNarrowed ? 'filters' : isRecommended ? 'all' : 'own')) : 'view',
      view: view ?? '',
      query: isNarrowed ? query : '',
    },
    changed: false,
  }
}

const isEvery = (values: readonly string[], fits: (value: string) => boolean): boolean =>
  values.length > 0 && values.every(fits)

export function ruleDraftOf({ tyres, ...settings }: RuleSettings): WatchDraft {
  const values = tyres.of === 'articles' ? { articles: tyres.articles.join('\n') } : tyres
  return { ...settings, tyres: { ...NO_TYRES, ...values, of: tyres.of }, changed: false }
}

/** Returns the articles of a text, which people paste as lines or separated by commas, semicolons or tabs. */
export const articlesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r\t,;]+/)
      .map((article) => article.trim())
      .filter(Boolean),
  ),
]

function tyresOf({ tyres, event }: WatchDraft): Tyres {
  if (event.type === 'late') return { of: 'all' }
  switch (tyres.of) {
    case 'view':
      return { of: 'view', view: tyres.view }
    case 'filters':
      return { of: 'filters', query: tyres.query }
    case 'articles':
      return { of: 'articles', articles: articlesIn(tyres.articles) }
    default:
      return { of: tyres.of }
  }
}

/** Returns the settings to save. A rule without a name is named after its event. */
export function ruleSettingsOf(draft: WatchDraft): RuleSettings {
  const { tyres: _tyres, changed: _changed, ...settings } = draft
  return {
    ...settings,
    kind: isBelowRecommended(draft.event) ? 'retail' : draft.kind,
    name: draft.name.trim() || eventText(draft.event),
    tyres: tyresOf(draft),
    cities: draft.event.type === 'late' ? [] : draft.cities,
    recipients: draft.scope === 'own' ? [] : draft.recipients,
  }
}

/** Returns the reason why the tyres of a draft cannot be watched, as text for the user; null if they can. */
export function tyresProblem(draft: WatchDraft): string | null {
  const tyres = tyresOf(draft)
  if (tyres.of === 'view' && tyres.view === '') return 'Выберите вид'
  if (tyres.of !== 'articles') return null
  if (tyres.articles.length === 0) return 'Впишите хотя бы один артикул'
  const long = tyres.articles.find((article) => article.length > MAX_RULE_ARTICLE_LENGTH)
  if (long !== undefined)
    return `Артикул длиннее ${MAX_RULE_ARTICLE_LENGTH} знаков: ${clipped(long, MAX_RULE_ARTICLE_LENGTH)}`
  return tyres.articles.length > MAX_RULE_ARTICLES
    ? 'Артикулов больше 5 000: разделите их на два правила'
    : null
}

/** Returns whether an event may be watched at own sites, too. */
export const watchesOwn = ({ type }: Event): boolean => type === 'late' || type === 'moved'

/** Returns the chosen sites that a rule of an event may name. */
export const nameableSites = (chosen: string[], event: Event, sites: RulesAnswer['sites']): string[] =>
  watchesOwn(event) ? chosen : chosen.filter((host) => !sites.some((site) => site.host === host && site.own))
