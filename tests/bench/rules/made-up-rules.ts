import { randomUUID } from 'node:crypto'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import type { Db } from '../../../server/platform/db/db.ts'
import { addUser } from '../../support/users.ts'
import { BRANDS, CITIES, SEASONS } from '../support/made-up-day.ts'

const EVENTS: readonly ((n: number) => RuleSettings['event'])[] = [
  (n) => ({ type: 'below', than: 'own', percent: n % 20 }),
  (n) => ({ type: 'moved', percent: 5 + (n % 10), days: 1, direction: 'any' }),
  (n) => ({ type: 'below', than: 'cost', percent: n % 10 }),
  () => ({ type: 'leader' }),
  () => ({ type: 'place', to: 'not-first' }),
  () => ({ type: 'stock', to: 'out' }),
  (n) => ({ type: 'moved', percent: 5 + (n % 10), days: 7, direction: 'down' }),
  () => ({ type: 'place', to: 'dearest' }),
  () => ({ type: 'stock', to: 'back' }),
  () => ({ type: 'new' }),
]

/** Settings of a made-up rule: as people would have it, of a brand and a season in a few cities. */
function madeUpRule(n: number): RuleSettings {
  const event = EVENTS[n % EVENTS.length] as (typeof EVENTS)[number]
  const query = new URLSearchParams({
    brand: BRANDS[n % BRANDS.length] as string,
    season: SEASONS[n % SEASONS.length] as string,
  })
  return {
    name: `Правило ${n}`,
    scope: 'team',
    tyres: n % 50 === 0 ? { of: 'all' } : { of: 'filters', query: String(query) },
    event: event(n),
    kind: n % 4 === 0 ? 'wholesale' : 'retail',
    sites: [],
    cities: n % 50 === 0 ? [] : [0, 7, 13].map((step) => CITIES[(n + step) % CITIES.length] as string),
    recipients: [],
    channels: ['push'],
    timing: n % 3 === 0 ? { at: 'digest', time: '08:30', weekday: null } : { at: 'once' },
  }
}

/** Adds rules of ten people. */
export async function addMadeUpRules(db: Db, count: number): Promise<void> {
  const people: string[] = []
  for (let n = 0; n < 10; n++) {
    const name = `person-${n}-${randomUUID().slice(0, 8)}`
    await addUser(db, name)
    people.push((await db.get<{ id: string }>('SELECT id FROM users WHERE username = ?', name))?.id ?? '')
  }
  const now = Date.now()
  await db.insertMany(
    'rules',
    ['owner_id', 'scope', 'name', 'settings', 'created_at', 'changed_at'],
    Array.from({ length: count }, (_, n) => {
      const settings = madeUpRule(n)
      return [people[n % 10] ?? '', settings.scope, settings.name, JSON.stringify(settings), now, now]
    }),
  )
}
