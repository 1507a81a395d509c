import { createHash, randomUUID } from 'node:crypto'
import { KIND_SETTINGS, type KindSettings, type SourceKind } from '../../../contract/sources/source.ts'
import type { Mapping } from '../../import/mapping.ts'
import type { Sql } from '../../platform/db/db.ts'
import { assignments, newRow } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isSameOrigin } from '../../platform/remote/file-address.ts'
import type { SecretBox } from '../auth/secret-box.ts'
import { nextRun } from './schedule.ts'
import { keepsSecrets, OTHER_SERVER, openSecrets, sealSecrets, secretNamesOf } from './secrets.ts'
import {
  type LastFetch,
  NO_SECRETS,
  type Source,
  type SourceSecrets,
  type SourceSettings,
  type Trouble,
} from './source.ts'

interface SourceRow extends Record<keyof KindSettings, string> {
  id: string
  version: number
  site: string
  title: string
  enabled: number
  kind: SourceKind
  address: string
  host_key: string
  secret_names: string
  secrets: string
  mapping: string
  times: string
  zone: string
  expected_by: string
  max_bad: number
  may_be_empty: string
  answered: string
  token_hash: string
  next_run: number | null
  last_fetch: string
  trouble: Trouble
  created_at: number
}

/** Columns with the settings of single kinds as JSON, '' for null. */
const KIND_COLUMNS = Object.keys(KIND_SETTINGS) as (keyof KindSettings)[]

function sourceOf(row: SourceRow): Source {
  return {
    id: row.id,
    version: row.version,
    site: row.site,
    title: row.title,
    enabled: row.enabled === 1,
    kind: row.kind,
    address: row.address,
    hostKey: row.host_key,
    secretNames: JSON.parse(row.secret_names) as string[],
    secrets: row.secrets,
    mapping: JSON.parse(row.mapping) as Mapping,
    ...(Object.fromEntries(
      KIND_COLUMNS.map((name) => [name, row[name] === '' ? null : JSON.parse(row[name])]),
    ) as KindSettings),
    times: JSON.parse(row.times) as string[],
    zone: row.zone,
    expectedBy: row.expected_by,
    maxBad: row.max_bad,
    mayBeEmpty: JSON.parse(row.may_be_empty) as string[],
    answered: JSON.parse(row.answered) as string[],
    tokenHash: row.token_hash,
    nextRun: row.next_run,
    lastFetch: row.last_fetch === '' ? null : (JSON.parse(row.last_fetch) as LastFetch),
    trouble: row.trouble,
    createdAt: row.created_at,
  }
}

/** Returns all sources, sorted by title. */
export async function listSources(sql: Sql): Promise<Source[]> {
  return (await sql.all<SourceRow>('SELECT * FROM sources ORDER BY title, id')).map(sourceOf)
}

/**
 * Finds a source.
 * @throws Refusal 404
 */
export async function findSource(sql: Sql, id: string): Promise<Source> {
  const row = await sql.get<SourceRow>`SELECT * FROM sources WHERE id = ${id}`
  if (!row) throw new Refusal(404, 'Такого источника нет')
  return sourceOf(row)
}

/**
 * Locks a source until the transaction ends, provided that it is unchanged.
 * @returns false if the source was changed or removed
 */
export async function keepSource(sql: Sql, { id, version }: Source): Promise<boolean> {
  return (await sql.run`UPDATE sources SET version = version WHERE id = ${id} AND version = ${version}`) === 1
}

/** Locks a source, so that only one transaction at a time adds runs to it. */
export async function lockSource(sql: Sql, id: string): Promise<void> {
  await sql.run`UPDATE sources SET enabled = enabled WHERE id = ${id}`
}

/** Returns the fields that may be empty because they were empty in an imported price list of the site. */
export async function mayBeEmptyAt(sql: Sql, site: string): Promise<string[]> {
  const row = await sql.get<{ may_be_empty: string }>`SELECT may_be_empty FROM sources WHERE site = ${site}`
  return row ? (JSON.parse(row.may_be_empty) as string[]) : []
}

/** Returns the time in ms of a source's next scheduled run after `after`; null for none. */
export const nextRunOf = (
  { enabled, times, zone }: Pick<SourceSettings, 'enabled' | 'times' | 'zone'>,
  after: number,
): number | null => (enabled ? nextRun(times, zone, after) : null)

/**
 * Creates a source.
 * @returns its id
 * @throws Refusal if the site already has a source
 */
export async function createSource(
  sql: Sql,
  box: SecretBox,
  settings: SourceSettings,
  secrets: SourceSecrets = NO_SECRETS,
  now = Date.now(),
): Promise<string> {
  await refuseSecond(sql, settings.site, '')
  const id = randomUUID()
  const columns = { ...settingColumns(settings, now), ...secretColumns(box, secrets) }
  await sql.run`INSERT INTO sources ${newRow({ id, created_at: now, ...columns })}`
  return id
}

/**
 * Changes a source.
 * @param secrets undefined to leave them unchanged
 * @throws Refusal
 */
export async function updateSource(
  sql: Sql,
  box: SecretBox,
  id: string,
  settings: SourceSettings,
  secrets: SourceSecrets | undefined,
  now = Date.now(),
): Promise<void> {
  await lockSource(sql, id)
  const before = await findSource(sql, id)
  await refuseSecond(sql, settings.site, id)
  if (settings.kind !== before.kind || settings.site !== before.site) {
    const pages = await sql.get`SELECT 1 AS found FROM shop_pages WHERE source_id = ${id} LIMIT 1`
    if (pages) throw new Refusal(400, 'За страницами этого сайта следят: сайт и вид источника менять нельзя')
  }
  if (secrets === undefined && before.secrets !== '' && !keepsSecrets(before, settings)) {
    throw new Refusal(400, OTHER_SERVER)
  }
  const kept = isSameOrigin(before.address, settings.address) ? before.hostKey : ''
  const columns = {
    ...settingColumns({ ...settings, hostKey: settings.hostKey ?? kept }, now),
    version: before.version + 1,
    ...(secrets === undefined ? {} : secretColumns(box, secrets)),
    // The result of an import for the former site does not apply to the new one.
    ...(settings.site === before.site ? {} : { last_fetch: '', may_be_empty: '[]', trouble: '', told: '' }),
    // An answer is about what the mapping reads.
    ...(JSON.stringify(settings.mapping) === JSON.stringify(before.mapping) ? {} : { answered: '[]' }),
  }
  await sql.run`UPDATE sources SET ${assignments(columns)} WHERE id = ${id}`
  if (settings.enabled) {
    // A run that waited for former hours looks at those of now; a failed one keeps the time of its next attempt.
    await sql.run`
      UPDATE source_runs SET due_at = ${now}, message = ''
      WHERE source_id = ${id} AND state = 'waiting' AND file = '' AND attempt = 0 AND due_at > ${now}`
    return
  }
  // Ends runs that wait to fetch, including retries of runs that were added while the source was enabled.
  await sql.run`
    UPDATE source_runs SET state = 'failed', step = '', lease = '', leased_until = 0,
      message = 'Источник выключен', finished_at = ${now}
    WHERE source_id = ${id} AND state IN ('waiting', 'running') AND file = ''`
}

/**
 * Refuses a second source for a site: two sources would replace each other's prices of a day.
 * @throws Refusal
 */
async function refuseSecond(sql: Sql, site: string, id: string): Promise<void> {
  const other = await sql.get<{ title: string }>`
    SELECT title FROM sources WHERE site = ${site} AND id <> ${id}`
  if (other) throw new Refusal(409, `У сайта ${site} уже есть источник: «${other.title}»`)
}

function settingColumns(settings: SourceSettings, now: number) {
  return {
    site: settings.site,
    title: settings.title,
    enabled: settings.enabled ? 1 : 0,
    kind: settings.kind,
    address: settings.address,
    host_key: settings.hostKey ?? '',
    mapping: JSON.stringify(settings.mapping),
    ...Object.fromEntries(
      KIND_COLUMNS.map((name) => [name, settings[name] ? JSON.stringify(settings[name]) : '']),
    ),
    times: JSON.stringify(settings.times),
    zone: settings.zone,
    expected_by: settings.expectedBy,
    max_bad: settings.maxBad,
    next_run: nextRunOf(settings, now),
  }
}

function secretColumns(box: SecretBox, secrets: SourceSecrets) {
  return { secret_names: JSON.stringify(secretNamesOf(secrets)), secrets: sealSecrets(box, secrets) }
}

/** Pins the key that an SFTP server showed at the first successful fetch, unless the source was changed meanwhile. */
export async function pinHostKey(sql: Sql, { id, version }: Source, hostKey: string): Promise<void> {
  await sql.run`
    UPDATE sources SET host_key = ${hostKey} WHERE id = ${id} AND version = ${version} AND host_key = ''`
}

/** Removes a source with its runs; its prices stay. */
export async function removeSource(sql: Sql, id: string): Promise<void> {
  await sql.run`DELETE FROM sources WHERE id = ${id}`
}

/**
 * Returns a hash of the address, the mapping and the settings of the source's kind. The same file imported under the
 * same key gives the same prices.
 */
export function fetchKey(source: Pick<Source, 'address' | 'mapping' | keyof KindSettings>): string {
  const { address, mapping } = source
  const read = KIND_COLUMNS.map((name) => source[name]).filter((settings) => settings !== null)
  return createHash('sha256')
    .update(JSON.stringify([address, mapping, ...read]))
    .digest('base64url')
}

/**
 * Returns a source if the address is of the server of its address: its secrets and its key are for that one alone.
 * @param id undefined for a new source
 * @throws Refusal 404
 */
export async function storedSource(
  sql: Sql,
  id: string | undefined,
  address: string,
): Promise<Source | undefined> {
  if (id === undefined) return undefined
  const source = await findSource(sql, id)
  return isSameOrigin(source.address, address) ? source : undefined
}

/** Returns the stored secrets for an address; none unless it is of the source's server. @throws Refusal */
export async function storedSecrets(
  sql: Sql,
  box: SecretBox,
  id: string | undefined,
  address: string,
): Promise<SourceSecrets> {
  const source = await storedSource(sql, id, address)
  return source ? openSecrets(box, source.secrets) : NO_SECRETS
}
