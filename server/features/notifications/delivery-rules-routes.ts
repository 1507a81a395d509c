import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { DeliveryRules, RULE_PATHS } from '../../../contract/rules/rule.ts'
import type { Db } from '../../platform/db/db.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { requireExactBodies } from '../../platform/http/validators.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isZone } from '../../platform/zoned-moment.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { ownDeliveryRules, saveDeliveryRules } from './delivery/delivery-rules.ts'

interface DeliveryRulesRoutes {
  db: Db
  guard: RequestGuard
}

/** Rules of people who have saved none. The page fills in the zone of the browser. */
const NO_RULES: DeliveryRules = { quiet_from: '00:00', quiet_to: '00:00', zone: '', hourly: 0 }

const security = [{ bearer: [] }]

/** Routes of a person's own quiet hours and limit of pushes (specification 25.6). */
export const deliveryRulesRoutes: FastifyPluginAsyncTypebox<DeliveryRulesRoutes> = async (
  app,
  { db, guard },
) => {
  app.addHook('onRequest', guard)
  app.addHook('onSend', neverStored)
  requireExactBodies(app)

  app.get(
    RULE_PATHS.delivery,
    {
      config: { rateLimit: perPerson(120) },
      schema: {
        summary: 'Тихие часы и наибольшее число push в час',
        security,
        response: { 200: DeliveryRules },
      },
    },
    async (request) => (await ownDeliveryRules(db, userOf(request).id)) ?? NO_RULES,
  )

  app.post(
    RULE_PATHS.delivery,
    {
      config: { rateLimit: perPerson(60) },
      schema: {
        summary: 'Изменить тихие часы и наибольшее число push в час',
        security,
        body: DeliveryRules,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      const { zone } = request.body
      if (!isZone(zone)) throw new Refusal(400, `Часовой пояс «${zone}» неизвестен`)
      await saveDeliveryRules(db, userOf(request).id, { ...request.body, zone: canonicalZone(zone) })
      return { message: 'Сохранено' }
    },
  )
}

/** Returns the one spelling of a zone's name: each spelling has a formatter of its own in the delivery. */
const canonicalZone = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
