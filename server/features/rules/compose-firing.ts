import type { NotificationTyre } from '../../../contract/legacy/notifications.ts'
import { withMinus } from '../../../contract/lib/minus.ts'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { messagePercent, messagePrice } from '../notifications/delivery/message-numbers.ts'
import type { HitTuple } from './firings.ts'

/** Text of a rule's notification. */
export interface ComposedFiring {
  body: string
  /** JSON of NotificationTyre[] */
  tyres: string
}

/** Number of events that the body lists. */
const NAMED_HITS = 5

const count = new Intl.NumberFormat('ru-RU')
const plural = new Intl.PluralRules('ru-RU')
const EVENTS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'событие', few: 'события' }

/** Returns a number of events in words. */
const eventsText = (events: number): string =>
  `${count.format(events)} ${EVENTS[plural.select(events)] ?? 'событий'}`

export const ruleDayText = (day: string): string => day.split('-').reverse().join('.')

/** Returns the events that a notification lists, the largest change first. */
export const namedHitsOf = (hits: readonly HitTuple[]): HitTuple[] =>
  hits.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, NAMED_HITS)

const sizeOf = ([, , , before, after, compared]: HitTuple): number =>
  Math.abs(relative(after, compared ?? before))

const relative = (after: number | null, from: number | null): number => (after && from ? after / from - 1 : 0)

/**
 * Composes a rule's notification.
 * @param when what the events are about, such as a site and its day
 * @param hits events to list
 * @param specs descriptions of their tyres
 */
export function composeFiring(
  { name, event }: RuleSettings,
  { events, when }: { events: number; when: string },
  hits: readonly HitTuple[],
  specs: ReadonlyMap<number, TyreSpecs>,
): ComposedFiring {
  const lines = [`Правило «${name}»: ${eventsText(events)}${when}.`]
  const tyres: NotificationTyre[] = []
  for (const hit of hits) {
    const found = specs.get(hit[0])
    if (found) tyres.push({ line: lines.length, key: tyreKey(found), filters: {} })
    lines.push(hitText(event, hit, found))
  }
  if (events > hits.length) lines.push(`И ещё ${count.format(events - hits.length)}.`)
  return { body: lines.join('\n'), tyres: JSON.stringify(tyres) }
}

const COMPARED = { own: 'у нас', rrp: 'рекомендованная' } as const

const rubles = (value: number | null): string => (value === null ? 'без цены' : messagePrice.format(value))

/** Returns an event as a line of text. */
function hitText(event: RuleSettings['event'], hit: HitTuple, specs: TyreSpecs | undefined): string {
  const [, site, city] = hit
  if (event.type === 'late') return `${site}: цен нет`
  // A name with line breaks would shift the line numbers that `tyres` refers to.
  const tyre = (specs?.name ?? 'Шина').replace(/\s+/g, ' ')
  return `${tyre}${city === '' ? '' : ` (${city})`}: ${whatHappened(event, hit)}`
}

function whatHappened(
  event: Exclude<RuleSettings['event'], { type: 'late' }>,
  [, site, , before, after, compared, former]: HitTuple,
): string {
  const by = (from: number | null) => ` (${withMinus(messagePercent.format(relative(after, from) * 100))} %)`
  switch (event.type) {
    case 'below':
      // Messages pass through foreign services, and the percent would give the cost away as well.
      if (event.than === 'cost') return `${site} ${rubles(after)}, ниже нашей себестоимости`
      return `${site} ${rubles(after)}, ${COMPARED[event.than]} ${rubles(compared)}${by(compared)}`
    case 'leader':
      return `дешевле всех теперь ${site}, ${rubles(after)}, был ${former}, ${rubles(compared)}`
    case 'stock':
      return event.to === 'out' ? `закончилась у ${site}` : `снова есть у ${site}, ${rubles(after)}`
    case 'place':
      return event.to === 'dearest'
        ? `мы дороже всех, ${rubles(after)}, у конкурентов до ${rubles(compared)}`
        : `дешевле нас ${site}, ${rubles(after)}, у нас ${rubles(compared)}`
    case 'moved':
      return `${site} ${rubles(before)} → ${rubles(after)}${by(before)}`
    case 'new':
      return `новая у ${site}, ${rubles(after)}`
  }
}
