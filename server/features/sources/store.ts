import { createHash, randomUUID } from 'node:crypto'
import { KIND_SETTINGS, type KindSettings } from '../../../contract/sources/source.ts'
import type { Sql } from '../../platform/db/db.ts'
import { assignments, newRow, type SqlValue } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isSameOrigin } from '../../platform/remote/file-address.ts'
import type { SecretBox } from '../auth/secret-box.ts'
import { nextRun } from './schedule.ts'
import { keepsSecrets, OTHER_SERVER, openSecrets, sealSecrets, secretNamesOf } from './secrets.ts'
import { NO_SECRETS, type Source, type SourceSecrets, type SourceSettings } from './source.ts'

/** How a value of a source is stored in its column. */
interface Encoding {
  read(stored: never): unknown
  write(value: unknown): SqlValue
}

const PLAIN: Encoding = { read: (stored) => stored, write: (value) => (value ?? '') as SqlValue }
const FLAG: Encoding = { read: (stored) => stored === 1, write: Number }
const JSON_TEXT: Encoding = { read: JSON.parse, write: JSON.stringify }
/** JSON, '' for null. */
const JSON_OR_NULL: Encoding = {
  read: (stored: string) => (stored === '' ? null : JSON.parse(stored)),
  write: (value) => (value ? JSON.stringify(value) : ''),
}

/** Column and encoding of each member of a source. */
const COLUMNS: Readonly<Record<keyof Source, readonly [column: string, encoding: Encoding]>> = {
  id: ['id', PLAIN],
  version: ['version', PLAIN],
  site: ['site', PLAIN],
  title: ['title', PLAIN],
  enabled: ['enabled', FLAG],
  kind: ['kind', PLAIN],
  address: ['address', PLAIN],
  hostKey: ['host_key', PLAIN],
  secretNames: ['secret_names', JSON_TEXT],
  secrets: ['secrets', PLAIN],
  mapping: ['mapping', JSON_TEXT],
  crawl: ['crawl', JSON_OR_NULL],
  mail: ['mail', JSON_OR_NULL],
  api: ['api', JSON_OR_NULL],
  times: ['times', JSON_TEXT],
  zone: ['zone', PLAIN],
  expectedBy: ['expected_by', PLAIN],
  maxBad: ['max_bad', PLAIN],
  mayBeEmpty: ['may_be_empty', JSON_TEXT],
  answered: ['answered', JSON_TEXT],
  tokenHash: ['token_hash', PLAIN],
  nextRun: ['next_run', PLAIN],
  lastFetch: ['last_fetch', JSON_OR_NULL],
  trouble: ['trouble', PLAIN],
  createdAt: ['created_at', PLAIN],
}

type SourceRow = Record<string, SqlValue>

const sourceOf = (row: SourceRow): Source =>
  Object.fromEntries(
    Object.entries(COLUMNS).map(([member, [column, { read }]]) => [member, read(row[column] as never)]),
  ) as unknown as Source

const settingColumns = (settings: SourceSettings, now: number): SourceRow => ({
  ...Object.fromEntries(
    Object.entries(settings).map(([member, value]) => {
      const [column, { write }] = COLUMNS[member as keyof SourceSettings]
      return [column, write(value)]
    }),
  ),
  next_run: nextRunOf(settings, now),
})

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
export async function lockUnchangedSource(sql: Sql, { id, version }: Source): Promise<boolean> {
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
  const read = Object.keys(KIND_SETTINGS)
    .map((name) => source[name as keyof KindSettings])
    .filter((settings) => settings !== null)
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
