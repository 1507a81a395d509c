import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed } from '../lib/schemas.ts'
import {
  BackTestAnswer,
  DeliveryRules,
  FiringAnswer,
  FixedRuleMessages,
  RuleAnswer,
  RuleFirings,
  RuleIdAnswer,
  RuleMute,
  RuleSettings,
  RuleSwitch,
  RulesAnswer,
} from './rule.ts'

/** Maximum size of a body in bytes; a rule with the most articles is smaller. */
const RULE_BYTES = 1_024 * 1_024

const Period = Type.Object(
  {
    days: Type.Optional(Type.String({ pattern: '^[1-9][0-9]?$', description: 'за сколько дней, до 90' })),
  },
  closed,
)

/** Calls about rules, what they found, and a person's quiet hours (specification 25.3 and 25.6). */
export const RULE_CALLS = declareCalls(
  '/api/companion/rules',
  { by: 'user', perMinute: 60 },
  {
    list: { get: '', perMinute: 120, summary: 'Правила уведомлений', answer: RulesAnswer },
    create: {
      post: '',
      maxBytes: RULE_BYTES,
      summary: 'Добавить правило',
      body: RuleSettings,
      answer: RuleIdAnswer,
    },
    backTest: {
      post: '/back-test',
      perMinute: 300,
      maxBytes: RULE_BYTES,
      summary: 'Сколько раз сработало бы правило',
      query: Period,
      body: RuleSettings,
      answer: BackTestAnswer,
    },
    settings: { get: '/:id', perMinute: 120, summary: 'Настройки правила', answer: RuleAnswer },
    setFixed: {
      post: '/fixed',
      summary: 'Присылать ли мне сообщения об изменении цен',
      body: FixedRuleMessages,
    },
    change: {
      post: '/:id',
      maxBytes: RULE_BYTES,
      summary: 'Изменить правило',
      body: RuleSettings,
      answer: RuleIdAnswer,
    },
    remove: { post: '/:id/remove', summary: 'Удалить правило' },
    enable: { post: '/:id/enabled', summary: 'Включить или выключить правило', body: RuleSwitch },
    mute: {
      post: '/:id/mute',
      summary: 'Не присылать мне сообщения правила неделю или присылать снова',
      body: RuleMute,
    },
    firings: { get: '/:id/firings', perMinute: 120, summary: 'Уведомления правила', answer: RuleFirings },
    firing: { get: '/firings/:id', perMinute: 120, summary: 'Что нашло правило', answer: FiringAnswer },
    muteFiring: {
      post: '/firings/:id/mute',
      summary: 'Не присылать мне неделю сообщения правила этого уведомления',
      body: RuleMute,
    },
  },
)

/** Calls about a person's own quiet hours and limit of pushes. */
export const DELIVERY_RULE_CALLS = declareCalls(
  '/api/companion/rules/delivery',
  { by: 'user', perMinute: 60 },
  {
    own: {
      get: '',
      perMinute: 120,
      summary: 'Тихие часы и наибольшее число push в час',
      answer: DeliveryRules,
    },
    change: { post: '', summary: 'Изменить тихие часы и наибольшее число push в час', body: DeliveryRules },
  },
)
