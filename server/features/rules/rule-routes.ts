import {
  BACK_TEST_DAYS,
  MAX_BACK_TEST_DAYS,
  type RulesAnswer,
  type WatchRule,
} from '../../../contract/rules/rule.ts'
import type { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import type { User } from '../auth/user.ts'
import { DEFAULT_THRESHOLD } from '../auth/users.ts'
import { fixedRuleMessages, setFixedRuleMessages, setRuleMute } from '../notifications/delivery/rule-mutes.ts'
import type { BackTestRunner } from './back-test-runs.ts'
import { checkRule, findRuleView } from './check-rule.ts'
import { findFiring, firingAnswer, ruleFirings } from './firings.ts'
import {
  type BriefRule,
  changeRule,
  createRule,
  findRule,
  listRules,
  removeRule,
  switchRule,
} from './rule-store.ts'
import { canManageTeamRules, mayChange, mayRead, notifies, RULE_ZONE } from './watch-rule.ts'

const MUTED = 'Неделю сообщений этого правила не будет'
const SWITCHED_OFF = 'Сообщений этого правила не будет, в списке оно остаётся'
const UNMUTED = 'Сообщения этого правила снова приходят'

export const ruleHandlers = ({
  backTests,
  ...deps
}: RuleDeps & { backTests: BackTestRunner }): Handlers<typeof RULE_CALLS> => ({
  list: ({ user }) => rulesAnswer(deps, user),
  create: async ({ user, body }) => ({ id: await createRule(deps.db, user, body) }),
  async backTest({ user, query, body, reply }) {
    const settings = await checkRule(deps.db, user, body)
    const days = Math.min(Number(query.days ?? BACK_TEST_DAYS), MAX_BACK_TEST_DAYS)
    // The editor aborts requests of settings that have changed since.
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort(new Refusal(409, 'Проверка прервана.')))
    return backTests.run({ settings, owner: user.id, days }, gone.signal)
  },
  async settings({ user, params }) {
    const { settings } = await findRule(deps.db, user, params.id)
    return { settings }
  },
  async setFixed({ user, body: { messages } }) {
    await deps.db.transaction((sql) => setFixedRuleMessages(sql, user.id, messages))
    return messages === 'once' ? UNMUTED : messages === 'muted' ? MUTED : SWITCHED_OFF
  },
  async change({ user, params: { id }, body }) {
    await changeRule(deps.db, user, id, body)
    return { id }
  },
  async remove({ user, params }) {
    await removeRule(deps.db, user, params.id)
    return 'Правило удалено'
  },
  async enable({ user, params, body: { enabled } }) {
    await switchRule(deps.db, user, params.id, enabled)
    return enabled ? 'Правило включено' : 'Правило выключено'
  },
  async mute({ user, params, body: { muted } }) {
    const { id } = await findRule(deps.db, user, params.id)
    await setRuleMute(deps.db, user.id, id, muted)
    return muted ? MUTED : UNMUTED
  },
  firings: ({ user, params }) => ruleFirings(deps.db, user, params.id),
  firing: ({ user, params }) => firingAnswer(deps.db, user, params.id),
  async muteFiring({ user, params, body: { muted } }) {
    const { rule_id } = await findFiring(deps.db, user, params.id)
    // A removed rule sends nothing any more.
    if (rule_id !== null) await setRuleMute(deps.db, user.id, rule_id, muted)
    return muted ? MUTED : UNMUTED
  },
})

interface RuleDeps {
  db: Db
  isOwnSite(host: string): boolean
  /** names of the channels that the server can send through */
  channels: readonly string[]
}

const COUNTED_MS = 30 * 24 * 60 * 60_000

/** Returns the rules that a user sees, and everything that the editor offers. */
async function rulesAnswer({ db, isOwnSite, channels }: RuleDeps, user: User): Promise<RulesAnswer> {
  const now = Date.now()
  const rules = (await listRules(db, user)).filter((rule) => mayRead(rule, user))
  const found = await db.all<{ rule_id: number; events: number }>`
    SELECT rule_id, sum(events) AS events FROM rule_batches
    WHERE rule_id IS NOT NULL AND created_at > ${now - COUNTED_MS} GROUP BY rule_id`
  const fired = await db.all<{ rule_id: number; at: number }>(
    'SELECT rule_id, max(fired_at) AS at FROM rule_firings WHERE rule_id IS NOT NULL GROUP BY rule_id',
  )
  const muted = await db.all<{ rule_id: number; until: number }>`
    SELECT rule_id, until FROM rule_mutes WHERE user_id = ${user.id} AND until > ${now}`
  const events = new Map(found.map((row) => [row.rule_id, Number(row.events)]))
  const last = new Map(fired.map(({ rule_id, at }) => [rule_id, isoInstant(at)]))
  const mutes = new Map(muted.map(({ rule_id, until }) => [rule_id, isoInstant(until)]))
  const people = await db.all<{ username: string }>(
    'SELECT username FROM users WHERE disabled = 0 ORDER BY username',
  )
  const active = new Set(people.map(({ username }) => username))
  const listed: WatchRule[] = []
  for (const rule of rules) {
    listed.push({
      id: rule.id,
      settings: rule.settings,
      enabled: rule.enabled,
      owner: rule.owner,
      editable: mayChange(rule, user),
      notifies_me: notifies(rule, user),
      muted_until: mutes.get(rule.id) ?? null,
      created_at: isoInstant(rule.created_at),
      last_fired: last.get(rule.id) ?? null,
      events: events.get(rule.id) ?? 0,
      problem: await problemOf(db, rule, active),
    })
  }
  const settings = await db.get<{ vehicle_type: string }>`
    SELECT vehicle_type FROM users WHERE id = ${user.id}`
  const sites = await db.all<{ host: string }>('SELECT host FROM sites ORDER BY host')
  const cities = await db.all<{ city: string }>(
    "SELECT DISTINCT city FROM history_places WHERE city <> '' ORDER BY city",
  )
  return {
    rules: listed,
    fixed: {
      percent: user.percent ?? DEFAULT_THRESHOLD,
      vehicle_type: settings?.vehicle_type ?? '',
      ...(await fixedRuleMessages(db, user.id)),
    },
    sites: sites.map(({ host }) => ({ host, own: isOwnSite(host) })),
    cities: cities.map(({ city }) => city),
    people: canManageTeamRules(user) ? [...active] : [],
    may_team: canManageTeamRules(user),
    zone: RULE_ZONE,
    channels: [...channels],
  }
}

const isoInstant = (ms: number): string => new Date(Number(ms)).toISOString()

/** Returns why a rule cannot work; '' if it can. */
async function problemOf(
  db: Db,
  { owner_id, owner, settings }: BriefRule,
  active: ReadonlySet<string>,
): Promise<string> {
  const { scope, tyres, recipients } = settings
  if (tyres.of === 'view' && !(await findRuleView(db, { owner_id, scope }, tyres.view)))
    return scope === 'own'
      ? 'Вид, по которому выбираются шины, удалён: выберите другой.'
      : 'Вида команды, по которому выбираются шины, нет: выберите другой.'
  const notified = recipients.length === 0 ? [owner] : recipients
  if (!notified.some((name) => active.has(name))) return 'Уведомлять некого: выберите получателей.'
  return ''
}
