import { randomUUID } from 'node:crypto'
import type { Decision } from '../../../contract/decisions/decision.ts'
import { withMinus } from '../../../contract/lib/minus.ts'
import type { PublicationPreview } from '../../../contract/outlets/outlet.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { User } from '../auth/user.ts'
import { isOwnImportRunning, ownHost } from '../decisions/own-imports.ts'
import { exportSet, findSet, linesOf, type StoredSet } from '../decisions/sets.ts'
import type { ArrivalDeps } from './arrival.ts'
import { enqueueDelivery } from './delivery/delivery-queue.ts'
import { findOutlet, lockOutlet, type StoredOutlet } from './outlet-store.ts'
import { addPublication, findPublication, type NewPublication, storeRows } from './publications.ts'
import { type SelectedRows, selectRows } from './select-rows.ts'

export interface PublishInput {
  /** idempotency key of the request, the same when it is sent again because its response was lost */
  key: string
  set: number
  /** whether prices that wait for a second look leave, too */
  unchecked: boolean
}

interface Selection {
  outlet: StoredOutlet
  set: StoredSet
  selected: SelectedRows
}

async function select(
  { db, keys, isOwnSite }: ArrivalDeps,
  outletId: number,
  { set: setId, unchecked }: Omit<PublishInput, 'key'>,
): Promise<Selection> {
  const outlet = await findOutlet(db, outletId)
  const set = await findSet(db, setId)
  const decisions = JSON.parse(await linesOf(db, setId)) as Decision[]
  const selected = await selectRows({ sql: db, keys, isOwnSite }, outlet.settings, decisions, unchecked)
  return { outlet, set, selected }
}

const DRAFT = 'Набор — черновик: сначала согласуйте его.'
const IMPORTING = 'Сейчас загружаются наши цены: опубликуйте, когда загрузка закончится.'

/** Returns what would leave if a set were published. @throws Refusal */
export async function previewPublication(
  deps: ArrivalDeps,
  outletId: number,
  input: Omit<PublishInput, 'key'>,
): Promise<PublicationPreview> {
  const { set, selected } = await select(deps, outletId, input)
  const { rows, refusal, ...numbers } = selected
  const isImporting = await isOwnImportRunning(deps.db, deps.isOwnSite)
  return {
    ...numbers,
    prices: rows.length,
    refusal: set.state === 'draft' ? DRAFT : (refusal ?? (isImporting ? IMPORTING : null)),
  }
}

/**
 * Publishes a set through an outlet, and marks the set as exported. The same request has one publication, however often
 * it is sent.
 * @param before called within the transaction; its error is the refusal
 * @returns the publication's id
 * @throws Refusal
 */
export async function publishSet(
  deps: ArrivalDeps,
  user: User,
  outletId: number,
  input: PublishInput,
  before?: (sql: Sql) => Promise<void>,
): Promise<number> {
  const known = await publishedBefore(deps.db, outletId, input.key)
  if (known !== undefined) return known
  const { outlet, selected } = await select(deps, outletId, input)
  return publish(deps, user, outletId, input.key, async (sql, { version }) => {
    if (version !== outlet.version)
      throw new Refusal(409, 'Выгрузку только что изменили: посмотрите на неё ещё раз.')
    await before?.(sql)
    const set = await findSet(sql, input.set)
    if (set.state === 'draft') throw new Refusal(409, DRAFT)
    if (selected.refusal !== null) throw new Refusal(409, selected.refusal)
    await exportSet(sql, user, set)
    const content = randomUUID()
    await storeRows(sql, { outlet_id: outletId, content }, selected.rows)
    return {
      content,
      set_name: set.name,
      settings: outlet.settings,
      version,
      shop: await ownHost(sql, deps.isOwnSite),
      prices: selected.rows.length,
      largest_change: selected.largest_change,
      restored: 0,
    }
  })
}

/** Publishes the prices of an earlier publication again. @throws Refusal */
export async function restorePublication(
  deps: ArrivalDeps,
  user: User,
  outletId: number,
  { key, publication }: { key: string; publication: number },
): Promise<number> {
  return publish(deps, user, outletId, key, async (sql) => {
    const { content, set_name, settings, version, shop, prices, largest_change } = await findPublication(
      sql,
      outletId,
      publication,
    )
    return { content, set_name, settings, version, shop, prices, largest_change, restored: 1 }
  })
}

async function publishedBefore(sql: Sql, outletId: number, key: string): Promise<number | undefined> {
  const row = await sql.get<{ id: number }>`
    SELECT id FROM outlet_publications WHERE outlet_id = ${outletId} AND request_key = ${key}`
  return row?.id
}

type Content = Omit<NewPublication, 'outlet_id' | 'request_key' | 'published_by' | 'published_at'>

async function publish(
  { db, isOwnSite }: ArrivalDeps,
  user: User,
  outletId: number,
  key: string,
  content: (sql: Sql, outlet: StoredOutlet) => Promise<Content>,
): Promise<number> {
  return db.transaction(async (sql) => {
    const outlet = await lockOutlet(sql, outletId)
    const known = await publishedBefore(sql, outletId, key)
    if (known !== undefined) return known
    if (await isOwnImportRunning(sql, isOwnSite)) throw new Refusal(409, IMPORTING)
    const publication = await content(sql, outlet)
    const id = await addPublication(sql, {
      ...publication,
      outlet_id: outletId,
      request_key: key,
      published_by: user.id,
      published_at: Date.now(),
    })
    await enqueueDelivery(sql, { outletId, publicationId: id, setName: publication.set_name })
    await audit(sql, 'outlet published', user.id, auditText(outlet.settings.name, publication))
    return id
  })
}

const signed = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

function auditText(outlet: string, { set_name, prices, largest_change: change, restored }: Content): string {
  const largest = change === null ? '' : `, наибольшее изменение ${withMinus(signed.format(change))} %`
  return `${outlet}: ${restored ? 'возвращён набор' : 'набор'} «${set_name}», цен: ${prices}${largest}`
}
