import type { DeliveryInput, DeliveryKind } from '../../../../contract/outlets/delivery-kinds.ts'
import type { Secrets } from '../../../../contract/sources/source.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import type { User } from '../../auth/user.ts'
import type { SendMail } from '../../notifications/channels/mail/sender.ts'
import { lockOwnOutlet, readDelivery } from '../outlet-store.ts'
import { type DeliveryTarget, NO_SECRETS } from './delivery-kind.ts'
import { replaceDeliveries } from './delivery-queue.ts'
import { DELIVERY_MODULES } from './delivery-registry.ts'

/** Purpose of the outlets' secret box, which separates their key from others of the same AUTH_SECRET. */
export const DELIVERY_PURPOSE = 'outlet secrets'

export interface OutletDeliveryDeps {
  db: Db
  box: SecretBox
  allowedHosts: AllowedHosts
  /** undefined if the server has no mail settings */
  sendMail: SendMail | undefined
}

/**
 * Sets how each publication of an outlet is sent, from the next one on.
 * @throws Refusal
 */
export async function setDelivery(
  { db, box, allowedHosts, sendMail }: OutletDeliveryDeps,
  user: User,
  id: number,
  input: DeliveryInput,
): Promise<void> {
  const { check, words } = DELIVERY_MODULES[input.kind]
  await db.transaction(async (sql) => {
    const outlet = await lockOwnOutlet(sql, user, id)
    const stored = await readDelivery(sql, id)
    const before = stored.settings?.kind === input.kind ? stored.settings : undefined
    const isAdmin = user.role === 'admin'
    const { settings, secrets } = check(input, { before, allowedHosts, isAdmin, sendMail })
    const isEmpty = secrets && secrets.headers.length === 0 && !secrets.basic
    const sealed = isEmpty ? '' : secrets ? box.seal(JSON.stringify(secrets)) : stored.sealed
    await sql.run`
      UPDATE outlets SET delivery = ${JSON.stringify(settings)}, secrets = ${sealed} WHERE id = ${id}`
    await audit(sql, 'outlet address', user.id, `${outlet.settings.name}: ${words(settings)}`)
  })
}

/** Ends the sending of an outlet's publications. @throws Refusal */
export async function removeDelivery({ db }: OutletDeliveryDeps, user: User, id: number): Promise<void> {
  await db.transaction(async (sql) => {
    const { settings } = await lockOwnOutlet(sql, user, id)
    await sql.run`UPDATE outlets SET delivery = '', secrets = '' WHERE id = ${id}`
    await replaceDeliveries(sql, id)
    await audit(sql, 'outlet address', user.id, `${settings.name}: больше не отправляется`)
  })
}

/**
 * Returns where an outlet's publications are sent, and its stored text; undefined if they are not sent any more.
 * @throws Refusal if the secrets were encrypted with another AUTH_SECRET
 */
export async function deliveryTarget(
  { db, box }: OutletDeliveryDeps,
  outletId: number,
): Promise<{ target: DeliveryTarget<DeliveryKind>; text: string } | undefined> {
  const { settings, text, sealed } = await readDelivery(db, outletId)
  if (!settings) return undefined
  const opened = sealed === '' ? JSON.stringify(NO_SECRETS) : box.open(sealed)
  if (opened === undefined)
    throw new Refusal(400, 'Ключ больше не читается (AUTH_SECRET изменился): укажите его заново')
  return { target: { ...settings, secrets: JSON.parse(opened) as Secrets }, text }
}
