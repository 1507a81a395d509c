import { BACK_TEST_DAYS, MAX_BACK_TEST_DAYS } from '../../../contract/rules/rule.ts'
import type { RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import { setFixedRuleMessages } from '../notifications/delivery/rule-mutes.ts'
import type { BackTestThread } from './back-test-thread.ts'
import { checkRule } from './check-rule.ts'
import { findFiring, firingAnswer, ruleFirings } from './firings.ts'
import { changeRule, createRule, findRule, muteRule, removeRule, switchRule } from './rule-store.ts'
import { type RuleDeps, rulesAnswer } from './rule-view.ts'

const MUTED = 'Неделю сообщений этого правила не будет'
const SWITCHED_OFF = 'Сообщений этого правила не будет, в списке оно остаётся'
const UNMUTED = 'Сообщения этого правила снова приходят'

export const ruleHandlers = ({
  backTests,
  ...deps
}: RuleDeps & { backTests: BackTestThread }): Handlers<typeof RULE_CALLS> => ({
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
    await muteRule(deps.db, user, id, muted)
    return muted ? MUTED : UNMUTED
  },
  firings: ({ user, params }) => ruleFirings(deps.db, user, params.id),
  firing: ({ user, params }) => firingAnswer(deps.db, user, params.id),
  async muteFiring({ user, params, body: { muted } }) {
    const { rule_id } = await findFiring(deps.db, user, params.id)
    // A removed rule sends nothing any more.
    if (rule_id !== null) await muteRule(deps.db, user, rule_id, muted)
    return muted ? MUTED : UNMUTED
  },
})
