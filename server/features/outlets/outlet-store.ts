import { randomBytes } from 'node:crypto'
import { setName } from '../../../contract/decisions/set.ts'
import type { DeliverySettings } from '../../../contract/outlets/delivery-kinds.ts'
import {
  FEEDS_PATH,
  MAX_OUTLETS,
  neededColumns,
  type OutletSettings,
} from '../../../contract/outlets/outlet.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tokenHash } from '../../platform/token-hash.ts'
import type { User } from '../auth/user.ts'

/** Stored outlet; times are in ms. */
export interface StoredOutlet {
  id: number
  settings: OutletSettings
  /** counter of the changes of the settings */
  version: number
  has_address: boolean
  /** null unless its publications are sent */
  delivery: DeliverySettings | null
  /** null after the account was deleted */
  owner_id: string | null
  owner: string
  /** current publication; null before the first */
  publication_id: number | null
  changed_at: number
  changed_by: string
}

/** Price as it leaves. The rows of a publication never change. */
export interface OutletRow {
  /** article or code with which the receiving system knows the tyre */
  id: string
  /** key of the tyre, to find its own price later; never part of a feed */
  tyre: string
  brand: string
  name: string
  size: string
  city: string
  kind: OutletSettings['kind']
  /** new price, and own price at the time of the decision, in roubles */
  price: number
  old: number | null
  /** YYYY-MM-DD: day of the prices with which the decision was made */
  day: string
}

/** Settings of a delivery as stored; null if the outlet's publications are not sent. */
function parseDelivery(text: string): DeliverySettings | null {
  if (text === '') return null
  // Early settings have no kind: they are all addresses of the web.
  return { kind: 'address', host_key: '', ...(JSON.parse(text) as object) } as DeliverySettings
}

/** Stored settings with the encrypted secrets. */
interface StoredDeliverySettings {
  settings: DeliverySettings | null
  /** settings as text, to recognise a change */
  text: string
  /** '' without secrets */
  sealed: string
}

export async function readDelivery(sql: Sql, outletId: number): Promise<StoredDeliverySettings> {
  const row = await sql.get<{ delivery: string; secrets: string }>`
    SELECT delivery, secrets FROM outlets WHERE id = ${outletId}`
  const text = row?.delivery ?? ''
  return { settings: parseDelivery(text), text, sealed: row?.secrets ?? '' }
}

/** Changes members of the settings of a delivery, unless these were changed in the meantime. @param text their text */
export async function changeDelivery(
  sql: Sql,
  outletId: number,
  text: string,
  changes: Partial<DeliverySettings>,
): Promise<void> {
  await sql.run`
    UPDATE outlets SET delivery = ${JSON.stringify({ ...parseDelivery(text), ...changes })}
    WHERE id = ${outletId} AND delivery = ${text}`
}

interface OutletDbRow extends Omit<StoredOutlet, 'settings' | 'has_address' | 'delivery'> {
  settings: string
  has_address: number
  delivery: string
}

const SELECT = `SELECT o.id, o.settings, o.version, o.publication_id, o.owner_id, o.changed_at, o.delivery,
    CASE WHEN o.token_hash IS NULL THEN 0 ELSE 1 END AS has_address,
    coalesce(w.username, '') AS owner, coalesce(c.username, '') AS changed_by
  FROM outlets o LEFT JOIN users w ON w.id = o.owner_id LEFT JOIN users c ON c.id = o.changed_by`

const outletOf = (row: OutletDbRow): StoredOutlet => ({
  ...row,
  settings: JSON.parse(row.settings) as OutletSettings,
  has_address: row.has_address === 1,
  delivery: parseDelivery(row.delivery),
  changed_at: Number(row.changed_at),
})

export async function listOutlets(sql: Sql): Promise<StoredOutlet[]> {
  const outlets = (await sql.all<OutletDbRow>(SELECT)).map(outletOf)
  return outlets.sort((a, b) => a.settings.name.localeCompare(b.settings.name, 'ru'))
}

/** @throws Refusal if it does not exist */
export async function findOutlet(sql: Sql, id: number): Promise<StoredOutlet> {
  const row = await sql.get<OutletDbRow>(`${SELECT} WHERE o.id = ?`, id)
  if (!row) throw new Refusal(404, 'Такой выгрузки нет: возможно, её удалили.')
  return outletOf(row)
}

/** Locks an outlet until the end of the transaction, and returns it. @throws Refusal if it does not exist */
export async function lockOutlet(sql: Sql, id: number): Promise<StoredOutlet> {
  await sql.run`UPDATE outlets SET version = version WHERE id = ${id}`
  return findOutlet(sql, id)
}

/**
 * Returns settings with their texts in one visible line.
 * @throws Refusal if no shop could use such a feed
 */
function checkSettings(settings: OutletSettings): OutletSettings {
  const name = setName(settings.name)
  if (name === '') throw new Refusal(400, 'Назовите выгрузку.')
  const columns = settings.columns.map((column) => ({ ...column, name: setName(column.name) }))
  const ids = new Set(columns.map(({ id }) => id))
  if (ids.size < columns.length) throw new Refusal(400, 'Столбец выбран дважды.')
  if (!ids.has('id') || !ids.has('price'))
    throw new Refusal(400, 'Без артикула или кода и без цены выгрузкой нельзя воспользоваться.')
  if (!neededColumns(settings.format).every((id) => ids.has(id)))
    throw new Refusal(400, 'В файле YML у каждой шины должно быть название: добавьте его.')
  if (columns.some((column) => column.name === '')) throw new Refusal(400, 'Назовите каждый столбец.')
  if (new Set(columns.map((column) => column.name)).size < columns.length)
    throw new Refusal(400, 'Два столбца названы одинаково.')
  const { city, catalog, price_type } = settings
  return {
    ...settings,
    name,
    columns,
    city: setName(city),
    catalog: setName(catalog),
    price_type: setName(price_type),
  }
}

/**
 * Creates an outlet.
 * @returns its id
 * @throws Refusal with too many outlets
 */
export async function createOutlet(db: Db, user: User, given: OutletSettings): Promise<number> {
  const settings = checkSettings(given)
  const now = Date.now()
  return db.transaction(async (sql) => {
    // SQLite has one writer at a time and needs no lock.
    if (sql.engine === 'postgres') await sql.run('LOCK TABLE outlets IN SHARE ROW EXCLUSIVE MODE')
    const held = await sql.get<{ count: number }>('SELECT count(*) AS count FROM outlets')
    if (Number(held?.count) >= MAX_OUTLETS)
      throw new Refusal(409, `Выгрузок уже ${MAX_OUTLETS}: удалите ненужные.`)
    const row = await sql.get<{ id: number }>`
      INSERT INTO outlets (name, settings, owner_id, created_at, changed_at, changed_by)
      VALUES (${settings.name}, ${JSON.stringify(settings)}, ${user.id}, ${now}, ${now}, ${user.id})
      RETURNING id`
    await audit(sql, 'outlet changed', user.id, `${settings.name}: добавлена`)
    return (row as { id: number }).id
  })
}

/**
 * Changes the settings of an outlet. What is published keeps its settings until the next publication.
 * @throws Refusal if it does not exist
 */
export async function changeOutlet(db: Db, user: User, id: number, given: OutletSettings): Promise<void> {
  const settings = checkSettings(given)
  await db.transaction(async (sql) => {
    const before = await lockOutlet(sql, id)
    await sql.run`
      UPDATE outlets SET name = ${settings.name}, settings = ${JSON.stringify(settings)},
      version = ${before.version + 1}, changed_at = ${Date.now()}, changed_by = ${user.id} WHERE id = ${id}`
    await audit(sql, 'outlet changed', user.id, `${settings.name}: изменена`)
  })
}

/** Returns whether this user may create and revoke an outlet's address, and remove the outlet. */
export const ownsOutlet = ({ owner_id }: Pick<StoredOutlet, 'owner_id'>, { id, role }: User): boolean =>
  owner_id === id || role === 'admin'

/**
 * Locks an outlet that this user owns.
 * @throws Refusal if it belongs to somebody else
 */
export async function lockOwnOutlet(sql: Sql, user: User, id: number): Promise<StoredOutlet> {
  const outlet = await lockOutlet(sql, id)
  if (!ownsOutlet(outlet, user))
    throw new Refusal(403, 'Это может тот, кто создал выгрузку, или администратор.')
  return outlet
}

/** Removes an outlet with its publications and its address. @throws Refusal */
export async function removeOutlet(db: Db, user: User, id: number): Promise<void> {
  await db.transaction(async (sql) => {
    const { settings } = await lockOwnOutlet(sql, user, id)
    await sql.run`DELETE FROM outlets WHERE id = ${id}`
    await audit(sql, 'outlet changed', user.id, `${settings.name}: удалена`)
  })
}

/** Number of random bytes of a token: 256 bits. */
const TOKEN_BYTES = 32

/**
 * Creates a new address of an outlet's feed, which invalidates a former one.
 * @returns the path with the token, which is not stored
 * @throws Refusal
 */
export async function createAddress(db: Db, user: User, id: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db.transaction(async (sql) => {
    const { settings } = await lockOwnOutlet(sql, user, id)
    await sql.run`UPDATE outlets SET token_hash = ${tokenHash(token)} WHERE id = ${id}`
    await audit(sql, 'outlet address', user.id, `${settings.name}: создан`)
  })
  return `${FEEDS_PATH}/${token}`
}

export async function revokeAddress(db: Db, user: User, id: number): Promise<void> {
  await db.transaction(async (sql) => {
    const { settings } = await lockOwnOutlet(sql, user, id)
    await sql.run`UPDATE outlets SET token_hash = NULL WHERE id = ${id}`
    await audit(sql, 'outlet address', user.id, `${settings.name}: отозван`)
  })
}

/** Returns the id of the outlet with this token; undefined if the token is unknown or revoked. */
export async function outletOfToken(sql: Sql, token: string): Promise<number | undefined> {
  const row = await sql.get<{ id: number }>`SELECT id FROM outlets WHERE token_hash = ${tokenHash(token)}`
  return row?.id
}

export async function retainRows(
  sql: Sql,
  table: 'outlet_deliveries' | 'outlet_fetches' | 'outlet_publications',
  outletId: number,
  most: number,
): Promise<void> {
  await sql.run(
    `DELETE FROM ${table} WHERE outlet_id = ? AND id NOT IN
       (SELECT id FROM ${table} WHERE outlet_id = ? ORDER BY id DESC LIMIT ${most})`,
    outletId,
    outletId,
  )
}
