import type { RuleSettings } from '../../contract/rules/rule.ts'
import type { Db } from '../../server/platform/db/db.ts'

/** Returns the settings of a rule about falling prices of competitors, with changes. */
export function ruleSettings(over: Partial<RuleSettings> = {}): RuleSettings {
  return {
    name: 'Дешевле нас',
    scope: 'own',
    tyres: { of: 'all' },
    event: { type: 'below', than: 'own', percent: 0 },
    kind: 'retail',
    sites: [],
    cities: [],
    recipients: [],
    channels: ['push'],
    timing: { at: 'once' },
    ...over,
  }
}

/**
 * Creates a notification of a rule with as many events as tyres, without a message.
 * @param tyres keys of the tyres that its events are about
 */
export async function notifyOfRule(
  db: Db,
  userId: string,
  { name = 'Зима', tyres = ['A', 'B'] }: { name?: string; tyres?: readonly string[] } = {},
): Promise<{ rule: number; firing: number; notification: number }> {
  const idOf = async (sql: string, ...values: (string | number | null)[]) =>
    (await db.get<{ id: number }>(`${sql} RETURNING id`, ...values))?.id ?? 0
  const rule = await idOf(
    "INSERT INTO rules (owner_id, scope, name, settings, created_at, changed_at) VALUES (?, 'own', ?, ?, 1, 1)",
    userId,
    name,
    JSON.stringify(ruleSettings({ name })),
  )
  const firing = await idOf(
    'INSERT INTO rule_firings (rule_id, name, events, fired_at) VALUES (?, ?, ?, 1)',
    rule,
    name,
    tyres.length,
  )
  const lines = tyres.map((key) => `Шина ${key} (Томск): b.ru 4 500 ₽, у нас 5 000 ₽ (−10,0 %)`)
  const notification = await idOf(
    `INSERT INTO notifications (user_id, day, vehicle_type, compared_with, threshold, percent, body, tyres, created_at,
       firing_id)
     VALUES (?, '2026-11-28', 'Правила', '', 0, 0, ?, ?, 1, ?)`,
    userId,
    [`Правило «${name}»: событий ${tyres.length}, b.ru за 28.11.2026.`, ...lines].join('\n'),
    JSON.stringify(tyres.map((key, index) => ({ line: index + 1, key, filters: {} }))),
    firing,
  )
  return { rule, firing, notification }
}
