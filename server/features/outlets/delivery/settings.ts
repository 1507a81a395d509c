import type { DeliveryInput, DeliverySettings } from '../../../../contract/outlets/outlet.ts'
import type { Secrets } from '../../../../contract/sources/source.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { parseCallAddress } from '../../../platform/egress/call-address.ts'
import { checkCallSecrets } from '../../../platform/egress/call-secrets.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import type { User } from '../../auth/user.ts'
import { OutletRefusal } from '../outlet.ts'
import { lockOwnOutlet } from '../store.ts'
import { replaceDeliveries } from './queue.ts'

/** Purpose of the outlets' secret box, which separates their key from others of the same AUTH_SECRET. */
export const DELIVERY_PURPOSE = 'outlet secrets'

export interface OutletDeliveryDeps {
  db: Db
  box: SecretBox
  allowedHosts: AllowedHosts
}

const NO_SECRETS: Secrets = { headers: [], basic: null }
const refuse = (words: string) => new OutletRefusal(400, words)

/**
 * Sets the address to which each publication of an outlet is sent, from the next one on.
 * @throws OutletRefusal
 */
export async function setDelivery(
  { db, box, allowedHosts }: OutletDeliveryDeps,
  user: User,
  id: number,
  { address, method, secrets }: DeliveryInput,
): Promise<void> {
  // Administrators alone may name hosts of the own network.
  const hosts: AllowedHosts = user.role === 'admin' ? allowedHosts : new Set()
  const url = parseCallAddress(address.trim(), hosts, refuse)
  if (url.username !== '' || url.password !== '')
    throw refuse('Имя и пароль в адресе видны всем: укажите их секретным заголовком')
  const given = secrets && checkCallSecrets(secrets, refuse)
  await db.transaction(async (sql) => {
    const { settings } = await lockOwnOutlet(sql, user, id)
    const before = await storedDelivery(sql, id)
    const isMoved = before.address !== '' && new URL(before.address).origin !== url.origin
    if (!given && before.secrets !== '' && isMoved)
      throw refuse('Адрес ведёт на другой сервер: укажите ключ заново или уберите его')
    const kept = { names: before.names, sealed: before.secrets }
    const { names, sealed } = given
      ? { names: namesOf(given), sealed: namesOf(given).length === 0 ? '' : box.seal(JSON.stringify(given)) }
      : kept
    await sql.run(
      'UPDATE outlets SET delivery = ?, secrets = ? WHERE id = ?',
      JSON.stringify({ address: url.href, method, secret_names: names } satisfies DeliverySettings),
      sealed,
      id,
    )
    await audit(sql, 'outlet address', user.id, `${settings.name}: отправляется на ${url.host}`)
  })
}

/** Ends the sending of an outlet's publications. @throws OutletRefusal */
export async function removeDelivery({ db }: OutletDeliveryDeps, user: User, id: number): Promise<void> {
  await db.transaction(async (sql) => {
    const { settings } = await lockOwnOutlet(sql, user, id)
    await sql.run("UPDATE outlets SET delivery = '', secrets = '' WHERE id = ?", id)
    await replaceDeliveries(sql, id)
    await audit(sql, 'outlet address', user.id, `${settings.name}: больше не отправляется`)
  })
}

const namesOf = ({ headers, basic }: Secrets): string[] => [
  ...headers.map(({ name }) => name),
  ...(basic ? ['Basic'] : []),
]

async function storedDelivery(sql: Sql, id: number) {
  const row = await sql.get<{ delivery: string; secrets: string }>(
    'SELECT delivery, secrets FROM outlets WHERE id = ?',
    id,
  )
  const settings = row?.delivery ? (JSON.parse(row.delivery) as DeliverySettings) : undefined
  return {
    address: settings?.address ?? '',
    names: settings?.secret_names ?? [],
    secrets: row?.secrets ?? '',
  }
}

/** Address with its method and secrets; undefined if the outlet's publications are not sent any more. */
export interface DeliveryTarget {
  address: string
  method: DeliverySettings['method']
  secrets: Secrets
}

/** @throws Error if the secrets were encrypted with another AUTH_SECRET */
export async function deliveryTarget(
  { db, box }: OutletDeliveryDeps,
  outletId: number,
): Promise<DeliveryTarget | undefined> {
  const row = await db.get<{ delivery: string; secrets: string }>(
    'SELECT delivery, secrets FROM outlets WHERE id = ?',
    outletId,
  )
  if (!row?.delivery) return undefined
  const { address, method } = JSON.parse(row.delivery) as DeliverySettings
  const text = row.secrets === '' ? JSON.stringify(NO_SECRETS) : box.open(row.secrets)
  if (text === undefined) throw refuse('Ключ больше не читается (AUTH_SECRET изменился): укажите его заново')
  return { address, method, secrets: JSON.parse(text) as Secrets }
}
