import type { DeliveryInput, DeliverySettings } from '../../../../contract/outlets/outlet.ts'
import type { Secrets } from '../../../../contract/sources/source.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type AllowedHosts, isAllowed } from '../../../platform/egress/allowed-hosts.ts'
import { INSIDE } from '../../../platform/egress/call-address.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import type { User } from '../../auth/user.ts'
import type { SendMail } from '../../notifications/channels/mail/sender.ts'
import { lockOwnOutlet } from '../store.ts'
import { checkAddressDelivery, checkMailDelivery } from './check-delivery.ts'
import { replaceDeliveries } from './queue.ts'
import { readDelivery } from './stored-delivery.ts'

/** Purpose of the outlets' secret box, which separates their key from others of the same AUTH_SECRET. */
export const DELIVERY_PURPOSE = 'outlet secrets'

export interface OutletDeliveryDeps {
  db: Db
  box: SecretBox
  allowedHosts: AllowedHosts
  /** undefined if the server has no mail settings */
  sendMail: SendMail | undefined
}

export const NO_MAIL = 'Почта не настроена на сервере, обратитесь к администратору'
const NO_SECRETS: Secrets = { headers: [], basic: null }

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
  if (input.kind === 'mail' && !sendMail) throw new Refusal(409, NO_MAIL)
  const isAdmin = user.role === 'admin'
  const hosts: AllowedHosts = isAdmin ? allowedHosts : new Set()
  await db.transaction(async (sql) => {
    const outlet = await lockOwnOutlet(sql, user, id)
    const before = await readDelivery(sql, id)
    const { settings, secrets } =
      input.kind === 'mail'
        ? checkMailDelivery(input.recipients)
        : checkAddressDelivery(input, hosts, before.settings)
    // Administrators alone may name hosts of the own network; names are looked up when the file is sent.
    if (settings.kind === 'address' && !isAdmin && isAllowed(new URL(settings.address), allowedHosts))
      throw new Refusal(400, INSIDE)
    const isEmpty = secrets && secrets.headers.length === 0 && !secrets.basic
    const sealed = isEmpty ? '' : secrets ? box.seal(JSON.stringify(secrets)) : before.sealed
    await sql.run(
      'UPDATE outlets SET delivery = ?, secrets = ? WHERE id = ?',
      JSON.stringify(settings),
      sealed,
      id,
    )
    await audit(sql, 'outlet address', user.id, `${outlet.settings.name}: ${wordsOf(settings)}`)
  })
}

const wordsOf = (settings: DeliverySettings): string => {
  if (settings.kind === 'mail') return `отправляется почтой на ${settings.recipients.join(', ')}`
  const key = settings.host_key === '' ? '' : `, ключ сервера ${settings.host_key}`
  return `отправляется на ${new URL(settings.address).host}${key}`
}

/** Ends the sending of an outlet's publications. @throws Refusal */
export async function removeDelivery({ db }: OutletDeliveryDeps, user: User, id: number): Promise<void> {
  await db.transaction(async (sql) => {
    const { settings } = await lockOwnOutlet(sql, user, id)
    await sql.run("UPDATE outlets SET delivery = '', secrets = '' WHERE id = ?", id)
    await replaceDeliveries(sql, id)
    await audit(sql, 'outlet address', user.id, `${settings.name}: больше не отправляется`)
  })
}

/** Target of a delivery, with its secrets. */
export type DeliveryTarget =
  | (Extract<DeliverySettings, { kind: 'address' }> & { secrets: Secrets; text: string })
  | Extract<DeliverySettings, { kind: 'mail' }>

/**
 * Returns where an outlet's publications are sent; undefined if they are not sent any more.
 * @throws Refusal if the secrets were encrypted with another AUTH_SECRET
 */
export async function deliveryTarget(
  { db, box }: OutletDeliveryDeps,
  outletId: number,
): Promise<DeliveryTarget | undefined> {
  const { settings, text, sealed } = await readDelivery(db, outletId)
  if (settings?.kind !== 'address') return settings ?? undefined
  const opened = sealed === '' ? JSON.stringify(NO_SECRETS) : box.open(sealed)
  if (opened === undefined)
    throw new Refusal(400, 'Ключ больше не читается (AUTH_SECRET изменился): укажите его заново')
  return { ...settings, secrets: JSON.parse(opened) as Secrets, text }
}
