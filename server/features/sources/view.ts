import { addDays } from '../../../contract/lib/dates.ts'
import type { HeldRuns } from '../../../contract/sources/held-runs.ts'
import type { Run as WireRun } from '../../../contract/sources/run.ts'
import {
  kindSettingsOf,
  type MappingJson,
  type SourceHealth,
  type SourceHistory,
  type Source as WireSource,
} from '../../../contract/sources/source.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { SourceFiles } from './files.ts'
import { KINDS } from './kinds/source-kinds.ts'
import { latestRuns, RUN_RETENTION_DAYS, type Run, runsOf } from './runs.ts'
import { zoneTime } from './schedule.ts'
import { daysSince, lastDays, type SiteDay } from './site-days.ts'
import type { Source } from './source.ts'
import { findSource, listSources } from './store.ts'

/** Returns all sources as API responses contain them, sorted by title. */
export async function viewSources(sql: Sql, files: SourceFiles, now = Date.now()): Promise<WireSource[]> {
  const sources = await listSources(sql)
  if (sources.length === 0) return []
  const days = await lastDays(sql)
  const runs = Map.groupBy(await latestRuns(sql), ({ source_id }) => source_id)
  return sources.map((source) =>
    viewSource(source, days.get(source.site), runs.get(source.id) ?? [], files, now),
  )
}

/**
 * Returns one source with its runs and days.
 * @throws Refusal 404
 */
export async function viewSourcePage(
  sql: Sql,
  files: SourceFiles,
  id: string,
  now = Date.now(),
): Promise<SourceHistory> {
  const source = await findSource(sql, id)
  const runs = await runsOf(sql, id)
  const latest = await latestRuns(sql, id)
  const since = addDays(zoneTime(source.zone, now).day, -RUN_RETENTION_DAYS)
  const days = await daysSince(sql, source.site, since)
  const last = days.at(-1) ?? (await lastDays(sql)).get(source.site)
  return {
    source: viewSource(source, last, latest, files, now),
    runs: runs.map((run) => viewRun(run, files, now)),
    days: days.map(({ day, tyres, offers }) => ({ day, tyres, offers })),
    ...(await KINDS[source.kind].history?.(sql, source, now)),
  }
}

/** Returns the runs that wait for a decision, newest first. */
export async function viewHeldRuns(sql: Sql): Promise<HeldRuns['held']> {
  return sql.all<HeldRuns['held'][number]>(
    `SELECT s.id AS source, CASE s.title WHEN '' THEN s.site ELSE s.title END AS title, r.day
     FROM source_runs r JOIN sources s ON s.id = r.source_id WHERE r.state = 'held' ORDER BY r.id DESC`,
  )
}

/** @param runs newest first */
function viewSource(
  source: Source,
  last: SiteDay | undefined,
  runs: readonly Run[],
  files: SourceFiles,
  now: number,
): WireSource {
  const imported = runs.find(({ state, records }) => state === 'imported' && records !== null)
  const [latest] = runs
  return {
    id: source.id,
    site: source.site,
    title: source.title,
    enabled: source.enabled,
    kind: source.kind,
    address: source.address,
    host_key: source.hostKey,
    secret_names: [...source.secretNames],
    mapping: source.mapping as MappingJson,
    ...kindSettingsOf(source),
    times: [...source.times],
    zone: source.zone,
    expected_by: source.expectedBy,
    max_bad: source.maxBad,
    answered: [...source.answered],
    has_token: source.tokenHash !== '',
    light: lightOf(source, last, runs, now),
    last_day: last?.day ?? null,
    tyres: last?.tyres ?? null,
    offers: last?.offers ?? null,
    bad_percent: imported ? percentOf(imported) : null,
    last_run: latest ? { ...viewRun(latest, files, now), log: [] } : null,
    next_run: isoOf(source.nextRun),
  }
}

const percentOf = ({ bad, records }: Run): number =>
  records ? Math.round(((bad ?? 0) / records) * 1_000) / 10 : 0

/**
 * Returns the state of a source that most needs an administrator's attention.
 * @param runs newest first
 */
function lightOf(source: Source, last: SiteDay | undefined, runs: readonly Run[], now: number): SourceHealth {
  if (!source.enabled) return 'off'
  if (runs.some(({ state }) => state === 'held')) return 'held'
  const finished = runs.find(({ state }) => state !== 'waiting' && state !== 'running')
  if (finished?.state === 'failed') return 'failed'
  if (!last) return 'new'
  const { day, time } = zoneTime(source.zone, now)
  if (last.day >= day) return 'fresh'
  const isExpected = source.expectedBy !== '' && time >= source.expectedBy
  return isExpected || last.day < addDays(day, -1) ? 'late' : 'fresh'
}

/** Converts a run for a response. The serializer drops columns that the response's schema does not name. */
const viewRun = (run: Run, files: SourceFiles, now = Date.now()): WireRun => ({
  ...run,
  source: run.source_id,
  trigger: run.started_by,
  step: stepOf(run, now),
  created_at: new Date(run.created_at).toISOString(),
  started_at: isoOf(run.started_at),
  finished_at: isoOf(run.finished_at),
  has_rejects: run.rejects !== '' && run.server === files.server,
})

function stepOf({ state, step, due_at: dueAt, attempt }: Run, now: number): string {
  if (state !== 'waiting' || attempt === 0) return step
  return `Повтор через ${Math.max(1, Math.ceil((dueAt - now) / 60_000))} мин`
}

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
