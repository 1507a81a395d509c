import type { DeliveryInput, DeliverySettings } from '../../../../contract/outlets/outlet.ts'
import type { Secrets } from '../../../../contract/sources/source.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  type AllowedHosts,
  INSIDE,
  isAllowed,
  parseCallAddress,
} from '../../../platform/egress/allowed-hosts.ts'
import { checkCallSecrets } from '../../../platform/egress/http-exchange.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isFingerprint } from '../../../platform/remote/fetch-failure.ts'
import { isFileAddress, isSameOrigin, parseFileAddress } from '../../../platform/remote/file-address.ts'
import type { SecretBox } from '../../auth/secret-box.ts'
import type { User } from '../../auth/user.ts'
import { isMailAddress } from '../../notifications/channels/mail/address.ts'
import type { SendMail } from '../../notifications/channels/mail/sender.ts'
import { lockOwnOutlet, readDelivery } from '../outlet-store.ts'
import { replaceDeliveries } from './delivery-queue.ts'

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

const refuse = (words: string) => new Refusal(400, words)

type AddressInput = Extract<DeliveryInput, { kind: 'address' }>

/** Checked settings; `secrets` is undefined if the stored secrets remain. */
interface CheckedDelivery {
  settings: DeliverySettings
  secrets: Secrets | undefined
}

/**
 * Validates an address to send to. Stored secrets and the stored key remain with the server they were given for.
 * @param before stored settings; null before the first
 * @throws Refusal
 */
function checkAddressDelivery(
  { address, method, secrets, host_key: hostKey }: AddressInput,
  allowedHosts: AllowedHosts,
  before: DeliverySettings | null,
): CheckedDelivery {
  const url = checkAddress(address.trim(), allowedHosts)
  const stored = before?.kind === 'address' ? before : undefined
  const isSame = stored !== undefined && isSameOrigin(stored.address, url.href)
  const given = secrets && checkCallSecrets(secrets, refuse)
  if (!given && stored && stored.secret_names.length > 0 && !isSame)
    throw refuse('Адрес ведёт на другой сервер: укажите ключ заново или уберите его')
  const names = given ? namesOf(given) : (stored?.secret_names ?? [])
  if (isFileAddress(url)) checkFileAccess(url, names)
  return {
    settings: {
      kind: 'address',
      address: url.href,
      method,
      host_key: checkHostKey(url, hostKey ?? (isSame ? stored.host_key : '')),
      secret_names: names,
    },
    // Without stored secrets there is nothing to keep.
    secrets: given ?? (names.length === 0 ? { headers: [], basic: null } : undefined),
  }
}

function checkAddress(text: string, allowedHosts: AllowedHosts): URL {
  if (/\p{Cc}/u.test(text)) throw refuse('В адресе недопустимые знаки')
  const url = /^https?:/i.test(text)
    ? parseCallAddress(text, allowedHosts, refuse)
    : parseFileAddress(text, allowedHosts, refuse)
  const isFile = isFileAddress(url)
  if (url.username !== '' || url.password !== '')
    throw refuse(
      `Имя и пароль в адресе видны всем: укажите их ${isFile ? 'отдельно' : 'секретным заголовком'}`,
    )
  if (isFile && url.pathname.includes('*'))
    throw refuse('Вместо * укажите имя файла, или закончите адрес папкой и знаком /')
  if (isFile && /%2f/i.test(url.pathname)) throw refuse('В пути к файлу недопустимые знаки')
  return url
}

function checkFileAccess({ protocol }: URL, names: readonly string[]): void {
  if (names.some((name) => name !== BASIC)) throw refuse('Для FTP и SFTP нужны имя и пароль, а не заголовок')
  if (protocol === 'sftp:' && names.length === 0) throw refuse('Для SFTP нужны имя и пароль: укажите их')
}

function checkHostKey({ protocol }: URL, hostKey: string): string {
  if (protocol !== 'sftp:') return ''
  const key = hostKey.trim()
  if (key !== '' && !isFingerprint(key)) throw refuse('Ключ сервера пишется как SHA256:…')
  return key
}

const BASIC = 'Basic'
const namesOf = ({ headers, basic }: Secrets): string[] => [
  ...headers.map(({ name }) => name),
  ...(basic ? [BASIC] : []),
]

/** Validates the recipients of a mail; each must be a plain address, which can add no header. @throws Refusal */
function checkMailDelivery(recipients: readonly string[]): CheckedDelivery {
  const plain = [...new Set(recipients.map((one) => one.trim()))]
  const wrong = plain.find((one) => !isMailAddress(one))
  if (wrong !== undefined)
    throw refuse(`Это не адрес электронной почты: «${wrong.replace(/\p{Cc}/gu, ' ').slice(0, 100)}»`)
  return { settings: { kind: 'mail', recipients: plain }, secrets: { headers: [], basic: null } }
}
