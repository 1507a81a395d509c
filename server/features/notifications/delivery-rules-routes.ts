import type { DeliveryRules } from '../../../contract/rules/rule.ts'
import type { DELIVERY_RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isZone } from '../../platform/zoned-moment.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import { ownDeliveryRules, saveDeliveryRules } from './delivery/delivery-rules.ts'

/** Rules of people who have saved none. The page fills in the zone of the browser. */
const NO_RULES: DeliveryRules = { quiet_from: '00:00', quiet_to: '00:00', zone: '', hourly: 0 }

export const deliveryRuleHandlers = (db: Db): Handlers<typeof DELIVERY_RULE_CALLS> => ({
  own: async ({ user }) => (await ownDeliveryRules(db, user.id)) ?? NO_RULES,
  async change({ user, body }) {
    if (!isZone(body.zone)) throw new Refusal(400, `Часовой пояс «${body.zone}» неизвестен`)
    await saveDeliveryRules(db, user.id, { ...body, zone: canonicalZone(body.zone) })
    return 'Сохранено'
  },
})

/** Returns the one spelling of a zone's name: each spelling has a formatter of its own in the delivery. */
const canonicalZone = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
