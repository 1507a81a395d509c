import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import { lockPrices } from '../../history/backfill.ts'
import {
  type FormerState,
  formerState,
  type ListingState,
  listingState,
  listingsOfTyre,
} from '../../history/moves/listing-state.ts'
import { hasArticle, moveListings, shareSite } from '../../history/moves/move-listings.ts'
import { placeListings } from '../../history/moves/place-listings.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import { Refusal } from '../../platform/refusal.ts'
import { identityOfNewTyre } from '../../prices/listings/enter-listings.ts'
import { codeKey, specsDigest } from '../../prices/listings/listing.ts'
import { insertListings } from '../../prices/listings/listing-store.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import { addTyres } from '../../prices/tyre-catalog.ts'

export type PairDecision = 'same' | 'different'
/** Decisions as they are stored; the last three concern a listing alone. */
type StoredDecision = PairDecision | 'detached' | 'excluded' | 'compared'

/** Person who decides, and what groups several decisions for undoing them at once. */
export interface Decider {
  userId: string | null
  /** '' for a single decision */
  batch: string
}

/**
 * Decides whether a listing is a tyre. If it is and its former tyre was added for it, the listings that were matched
 * with that tyre follow; their past days move with them.
 * @param shared whether the tyre may have several listings of the site
 * @returns id of the decision
 * @throws Refusal if another person decided the pair meanwhile, or the site has another listing on the tyre
 */
export async function decidePair(
  db: Db,
  pair: { listing: number; tyre: number; decision: PairDecision; shared: boolean },
  decider: Decider,
): Promise<number> {
  return db.transaction(async (sql) => {
    await lockPrices(sql)
    return decidePairIn(sql, pair, decider)
  })
}

/** Like decidePair, within a transaction that has called lockPrices. */
export async function decidePairIn(
  sql: Sql,
  {
    listing: id,
    tyre,
    decision,
    shared,
  }: { listing: number; tyre: number; decision: PairDecision; shared: boolean },
  decider: Decider,
): Promise<number> {
  const listing = await findListing(sql, id)
  await refuseDecided(sql, id, tyre)
  if (!(await sql.get`SELECT 1 AS found FROM tyres WHERE id = ${tyre}`))
    throw new Refusal(404, 'Такой шины больше нет.')
  const others = (await listingsOfTyre(sql, listing.tyre_id)).filter((one) => one.id !== id)
  if (decision === 'different') {
    const left = listing.tyre_id === tyre
    if (left && others.length === 0) throw alone()
    const moved = left ? await moveListings(sql, [listing], await ownTyre(sql, listing), 'own') : []
    return record(sql, { listing, tyre, decision, moved }, decider)
  }
  const joined = await joinByPerson(sql, listing, tyre)
  if (joined) return record(sql, { listing, tyre, decision, moved: joined }, decider)
  const followers = listing.how === 'own' ? others : []
  const taken = new Set((await listingsOfTyre(sql, tyre)).map((one) => one.site_id))
  if (listing.tyre_id !== tyre && taken.has(listing.site_id) && !shared) throw alreadyListed(listing.host)
  const moving = [listing, ...followers.filter((one) => !taken.has(one.site_id))]
  const moved = await moveListings(sql, moving, tyre, 'person')
  return record(sql, { listing, tyre, decision, moved }, decider)
}

/** Listing that a person adds to a tyre, before the site has listed it. */
interface AddedListing {
  siteId: number
  /** site's own number of it */
  code: string
  /** what the site says of it, without an article */
  specs: TyreSpecs
  tyre: number
  /** ISO date */
  day: string
  /** whether a listing of the site that the tyre has is this one under a new number */
  adopts?: (listing: number) => boolean
}

/**
 * Adds a listing to a tyre because a person says that it is this tyre; if the site has the listing already, that is
 * decided of it. Within a transaction that has called lockPrices.
 * @returns id of the listing
 * @throws Refusal if the tyre has another listing of the site, or another person decided otherwise
 */
export async function addListingIn(sql: Sql, added: AddedListing, decider: Decider): Promise<number> {
  const { siteId, code, specs, tyre, day } = added
  const key = codeKey(code)
  const find = () =>
    sql.get<{ id: number }>`SELECT id FROM listings WHERE site_id = ${siteId} AND key = ${key}`
  const known = await find()
  const decision = { tyre, decision: 'same', shared: false } as const
  if (known) {
    const { tyre_id: current } = await findListing(sql, known.id)
    if (current !== tyre) await decidePairIn(sql, { ...decision, listing: known.id }, decider)
    return known.id
  }
  const present = (await listingsOfTyre(sql, tyre)).find((one) => one.site_id === siteId)
  if (present && !added.adopts?.(present.id)) throw alreadyListed(present.host)
  if (present) return present.id
  const digest = specsDigest(specs)
  const identity = { key, code, gtin: '', article: '', digest, specs, siteId, tyreId: tyre }
  const match = {
    how: 'person',
    score: null,
    saysStuds: false,
    excluded: '',
    year: '',
    firstDay: day,
  } as const
  await insertListings(sql, [{ ...identity, ...match }], Date.now())
  const { id } = (await find()) as { id: number }
  await record(sql, { listing: await findListing(sql, id), tyre, decision: 'same', moved: [] }, decider)
  return id
}

const alreadyListed = (host: string) => new Refusal(409, `На этой шине уже есть предложение сайта ${host}.`)

/**
 * Joins the tyre of a listing with another one that has no article, if its own has: then the other tyre's listings move,
 * so that the article stays the tyre's identity.
 * @returns states of the moved listings; null if the listing has to move instead
 */
async function joinByPerson(sql: Sql, listing: ListingState, tyre: number): Promise<FormerState[] | null> {
  if (listing.how !== 'own' || listing.tyre_id === tyre) return null
  const [ours, theirs] = [await listingsOfTyre(sql, listing.tyre_id), await listingsOfTyre(sql, tyre)]
  if (!hasArticle(ours) || hasArticle(theirs) || shareSite(ours, theirs)) return null
  return moveListings(sql, theirs, listing.tyre_id, 'person')
}

/**
 * Detaches a listing from its tyre: it gets a tyre of its own, with its past days.
 * @returns id of the decision
 */
export async function detachListing(db: Db, id: number, decider: Decider): Promise<number> {
  return db.transaction(async (sql) => {
    await lockPrices(sql)
    const listing = await findListing(sql, id)
    if ((await listingsOfTyre(sql, listing.tyre_id)).length < 2) throw alone()
    const moved = await moveListings(sql, [listing], await ownTyre(sql, listing), 'person')
    return record(sql, { listing, tyre: listing.tyre_id, decision: 'detached', moved }, decider)
  })
}

/**
 * Leaves a listing out of all figures, or takes it in again.
 * @param reason '' to take it in
 * @returns id of the decision
 */
export async function excludeListing(db: Db, id: number, reason: string, decider: Decider): Promise<number> {
  return db.transaction(async (sql) => {
    await lockPrices(sql)
    const listing = await findListing(sql, id)
    if (reason === '' && listing.excluded === '')
      throw new Refusal(409, 'Это предложение и так сравнивается.')
    const before = [formerState(listing)]
    await setExcluded(sql, listing, reason)
    const decision = reason === '' ? 'compared' : 'excluded'
    return record(sql, { listing, tyre: listing.tyre_id, decision, moved: before }, decider)
  })
}

/** Puts a listing into the queue, because a user has reported that it is another tyre. Its prices stay meanwhile. */
export async function reportListing(db: Db, id: number, userId: string): Promise<void> {
  await db.transaction(async (sql) => {
    const listing = await findListing(sql, id)
    if ((await listingsOfTyre(sql, listing.tyre_id)).length < 2) throw alone()
    await sql.run`
      INSERT INTO possible_pairs (listing_id, tyre_id, probability, conflict, reported_at)
      VALUES (${id}, ${listing.tyre_id}, 0, 'reported', ${Date.now()})
      ON CONFLICT (listing_id, tyre_id) DO UPDATE
      SET conflict = 'reported', reported_at = excluded.reported_at`
    await audit(sql, 'matching reported', userId, `${listing.host}: ${listing.key}`)
  })
}

/** Refusal to take a listing away from a tyre that no other site has. */
const alone = () => new Refusal(409, 'На этой шине нет других сайтов.')

/** @throws Refusal if it does not exist */
export async function findListing(sql: Sql, id: number): Promise<ListingState> {
  const listing = await listingState(sql, id)
  if (!listing) throw new Refusal(404, 'Такого предложения больше нет.')
  return listing
}

async function refuseDecided(sql: Sql, listing: number, tyre: number): Promise<void> {
  // A listing that was detached since then may be decided again.
  const row = await sql.get<{ decision: StoredDecision; username: string | null }>`
    SELECT decision, username FROM pair_decisions d LEFT JOIN users u ON u.id = d.decided_by
      JOIN listings l ON l.id = d.listing_id
    WHERE listing_id = ${listing} AND d.tyre_id = ${tyre} AND undone = 0
      AND (decision = 'different' OR decision = 'same' AND l.tyre_id = d.tyre_id)
      AND decided_at > coalesce((SELECT reported_at FROM possible_pairs
      WHERE listing_id = ${listing} AND tyre_id = ${tyre}), 0)
    ORDER BY d.id DESC LIMIT 1`
  if (!row) return
  const what = row.decision === 'same' ? 'та же шина' : 'другая шина'
  throw new Refusal(409, `Уже решено${row.username ? ` (${row.username})` : ''}: ${what}.`)
}

/** Leaves a listing out of the figures, or takes it in: reason ''. */
export async function setExcluded(
  sql: Sql,
  { id, site_id: siteId, tyre_id: tyre, excluded }: ListingState,
  reason: string,
) {
  await sql.run`UPDATE listings SET excluded = ${reason} WHERE id = ${id}`
  if ((excluded === '') === (reason === '')) return
  const placement = reason === '' ? { from: null, to: tyre } : { from: tyre, to: null }
  await placeListings(sql, siteId, [{ listingId: id, ...placement }])
}

/** Returns a tyre of the listing's own: the one that it had before it was matched, or a new one. */
async function ownTyre(
  sql: Sql,
  { id, site_id: siteId, key, specs, tyre_id: tyre }: ListingState,
): Promise<number> {
  const described = JSON.parse(specs) as TyreSpecs
  const identity = identityOfNewTyre(siteId, key, described)
  const names = [identity, `${siteId}:${identity}`, `${siteId}:${identity}~${id}`]
  const known = await sql.all<{ id: number; identity: string; listings: number }>`
    SELECT id, identity, (SELECT count(*) FROM listings WHERE tyre_id = tyres.id) AS listings
    FROM tyres WHERE identity IN (${listOf(names)})`
  const former = known.find((one) => one.id !== tyre && Number(one.listings) === 0)
  if (former) return former.id
  const taken = new Set(known.map((one) => one.identity))
  const free = names.find((name) => !taken.has(name)) ?? `${names[2]}~${Date.now()}`
  const hasArticle = normaliseArticle(described.article) !== '' && free === identity
  const [added] = await addTyres(sql, [
    { identity: free, specs: hasArticle ? described : { ...described, article: '' } },
  ])
  return (added as { id: number }).id
}

async function record(
  sql: Sql,
  {
    listing,
    tyre,
    decision,
    moved,
  }: { listing: ListingState; tyre: number; decision: StoredDecision; moved: readonly FormerState[] },
  { userId, batch }: Decider,
): Promise<number> {
  const row = await sql.get<{ id: number }>`
    INSERT INTO pair_decisions (listing_id, tyre_id, decision, moved, batch, decided_by, decided_at)
    VALUES (${listing.id}, ${tyre}, ${decision}, ${JSON.stringify(moved)}, ${batch}, ${userId}, ${Date.now()})
    RETURNING id`
  const { name } = JSON.parse(listing.specs) as TyreSpecs
  await audit(sql, 'matching decided', userId, `${decision}: ${listing.host}, ${name} → ${tyre}`)
  return (row as { id: number }).id
}
