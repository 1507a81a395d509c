import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { closed, MessageAnswer } from '../../../contract/lib/schemas.ts'
import {
  BACK_TEST_DAYS,
  BackTestAnswer,
  FiringAnswer,
  FixedRuleMessages,
  MAX_BACK_TEST_DAYS,
  RULE_PATHS,
  RuleAnswer,
  RuleFirings,
  RuleIdAnswer,
  RuleMute,
  RuleSettings,
  RuleSwitch,
  RulesAnswer,
} from '../../../contract/rules/rule.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { ErrorAnswer, NumericId } from '../../platform/http/schemas.ts'
import { requireExactBodies } from '../../platform/http/validators.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { setFixedRuleMessages } from '../notifications/delivery/rule-mutes.ts'
import type { BackTestThread } from './back-test-thread.ts'
import { checkRule } from './check-rule.ts'
import { findFiring, firingAnswer, ruleFirings } from './firings.ts'
import { changeRule, createRule, findRule, muteRule, removeRule, switchRule } from './rule-store.ts'
import { type RuleDeps, rulesAnswer } from './rule-view.ts'

export interface RuleRoutes extends RuleDeps {
  guard: RequestGuard
  backTests: BackTestThread
}

const security = [{ bearer: [] }]
const one = `${RULE_PATHS.rules}/:id`
const firing = `${RULE_PATHS.firings}/:id`
/** Maximum size of a body; a rule with the most articles is smaller. */
const BODY_BYTES = 1_024 * 1_024

/** Routes of rules and of what they found (specification 25.3). */
export const ruleRoutes: FastifyPluginAsyncTypebox<RuleRoutes> = async (
  app,
  { guard, backTests, ...deps },
) => {
  const { db } = deps
  app.addHook('onRequest', guard)
  app.addHook('onSend', neverStored)
  requireExactBodies(app)
  const readLimit = { rateLimit: perPerson(120) }
  const changeLimit = { rateLimit: perPerson(60) }

  app.get(
    RULE_PATHS.rules,
    {
      config: readLimit,
      schema: {
        summary: 'Правила уведомлений',
        security,
        response: { 200: RulesAnswer },
      },
    },
    async (request) => rulesAnswer(deps, userOf(request)),
  )

  app.post(
    RULE_PATHS.rules,
    {
      bodyLimit: BODY_BYTES,
      config: changeLimit,
      schema: {
        summary: 'Добавить правило',
        security,
        body: RuleSettings,
        response: { 200: RuleIdAnswer },
      },
    },
    async (request) => ({ id: await createRule(db, userOf(request), request.body) }),
  )

  app.post(
    RULE_PATHS.backTest,
    {
      bodyLimit: BODY_BYTES,
      config: { rateLimit: perPerson(300) },
      schema: {
        summary: 'Сколько раз сработало бы правило',
        security,
        querystring: Type.Object(
          {
            days: Type.Optional(
              Type.String({ pattern: '^[1-9][0-9]?$', description: 'за сколько дней, до 90' }),
            ),
          },
          closed,
        ),
        body: RuleSettings,
        response: { 200: BackTestAnswer, 503: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const user = userOf(request)
      const settings = await checkRule(db, user, request.body)
      const days = Math.min(Number(request.query.days ?? BACK_TEST_DAYS), MAX_BACK_TEST_DAYS)
      // The editor aborts requests of settings that have changed since.
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(new Refusal(409, 'Проверка прервана.')))
      return backTests.run({ settings, owner: user.id, days }, gone.signal)
    },
  )

  app.get(
    one,
    {
      config: readLimit,
      schema: {
        summary: 'Настройки правила',
        security,
        params: NumericId,
        response: { 200: RuleAnswer },
      },
    },
    async (request) => {
      const { settings } = await findRule(db, userOf(request), Number(request.params.id))
      return { settings }
    },
  )

  app.post(
    RULE_PATHS.fixed,
    {
      config: changeLimit,
      schema: {
        summary: 'Присылать ли мне сообщения об изменении цен',
        security,
        body: FixedRuleMessages,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { messages } = request.body
      await db.transaction((sql) => setFixedRuleMessages(sql, userOf(request).id, messages))
      return { message: messages === 'once' ? UNMUTED : messages === 'muted' ? MUTED : SWITCHED_OFF }
    },
  )

  app.post(
    one,
    {
      bodyLimit: BODY_BYTES,
      config: changeLimit,
      schema: {
        summary: 'Изменить правило',
        security,
        params: NumericId,
        body: RuleSettings,
        response: { 200: RuleIdAnswer },
      },
    },
    async (request) => {
      const id = Number(request.params.id)
      await changeRule(db, userOf(request), id, request.body)
      return { id }
    },
  )

  app.post(
    `${one}/remove`,
    {
      config: changeLimit,
      schema: {
        summary: 'Удалить правило',
        security,
        params: NumericId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await removeRule(db, userOf(request), Number(request.params.id))
      return { message: 'Правило удалено' }
    },
  )

  app.post(
    `${one}/enabled`,
    {
      config: changeLimit,
      schema: {
        summary: 'Включить или выключить правило',
        security,
        params: NumericId,
        body: RuleSwitch,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { enabled } = request.body
      await switchRule(db, userOf(request), Number(request.params.id), enabled)
      return { message: enabled ? 'Правило включено' : 'Правило выключено' }
    },
  )

  app.post(
    `${one}/mute`,
    {
      config: changeLimit,
      schema: {
        summary: 'Не присылать мне сообщения правила неделю или присылать снова',
        security,
        params: NumericId,
        body: RuleMute,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { muted } = request.body
      const user = userOf(request)
      const { id } = await findRule(db, user, Number(request.params.id))
      await muteRule(db, user, id, muted)
      return { message: muted ? MUTED : UNMUTED }
    },
  )

  app.get(
    `${one}/firings`,
    {
      config: readLimit,
      schema: {
        summary: 'Уведомления правила',
        security,
        params: NumericId,
        response: { 200: RuleFirings },
      },
    },
    async (request) => ruleFirings(db, userOf(request), Number(request.params.id)),
  )

  app.get(
    firing,
    {
      config: readLimit,
      schema: {
        summary: 'Что нашло правило',
        security,
        params: NumericId,
        response: { 200: FiringAnswer },
      },
    },
    async (request) => firingAnswer(db, userOf(request), Number(request.params.id)),
  )

  app.post(
    `${firing}/mute`,
    {
      config: changeLimit,
      schema: {
        summary: 'Не присылать мне неделю сообщения правила этого уведомления',
        security,
        params: NumericId,
        body: RuleMute,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const user = userOf(request)
      const { muted } = request.body
      const { rule_id } = await findFiring(db, user, Number(request.params.id))
      // A removed rule sends nothing any more.
      if (rule_id !== null) await muteRule(db, user, rule_id, muted)
      return { message: muted ? MUTED : UNMUTED }
    },
  )
}

const MUTED = 'Неделю сообщений этого правила не будет'
const SWITCHED_OFF = 'Сообщений этого правила не будет, в списке оно остаётся'
const UNMUTED = 'Сообщения этого правила снова приходят'
