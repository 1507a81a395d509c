import type { Sql } from '../../platform/db/db.ts'
import type { SourceFiles } from './files.ts'
import {
  type LogLine,
  latestRuns,
  RUNS_KEPT_DAYS,
  type Run,
  type RunState,
  runsOf,
  type StartedBy,
} from './runs.ts'
import { zoneTime } from './schedule.ts'
import { daysSince, lastDays, type SiteDay } from './site-days.ts'
import type { Source, SourceKind } from './source.ts'
import { findSource, listSources } from './store.ts'

/** Overall state of a source. */
type Light = 'fresh' | 'late' | 'failed' | 'held' | 'off' | 'new'

/** Source as displayed to administrators; times are ISO. */
export interface WireSource {
  id: string
  site: string
  title: string
  enabled: boolean
  kind: SourceKind
  address: string
  secret_names: string[]
  mapping: object
  times: string[]
  zone: string
  expected_by: string
  max_bad: number
  has_token: boolean
  light: Light
  last_day: string | null
  tyres: number | null
  offers: number | null
  bad_percent: number | null
  last_run: WireRun | null
  next_run: string | null
}

export interface WireRun {
  id: number
  source: string
  day: string
  trigger: StartedBy
  state: RunState
  step: string
  attempt: number
  created_at: string
  started_at: string | null
  finished_at: string | null
  records: number | null
  tyres: number | null
  offers: number | null
  bad: number | null
  message: string
  log: LogLine[]
  has_rejects: boolean
}

/** Returns all sources by title. */
export async function viewSources(sql: Sql, files: SourceFiles, now = Date.now()): Promise<WireSource[]> {
  const sources = await listSources(sql)
  if (sources.length === 0) return []
  const days = await lastDays(sql)
  const runs = Map.groupBy(await latestRuns(sql), ({ sourceId }) => sourceId)
  return sources.map((source) =>
    viewSource(source, days.get(source.site), runs.get(source.id) ?? [], files, now),
  )
}

export interface SourcePage {
  source: WireSource
  /** newest first */
  runs: WireRun[]
  /** oldest first */
  days: { day: string; tyres: number; offers: number }[]
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns one source with its runs and days.
 * @throws SourceRefusal 404
 */
export async function viewSourcePage(
  sql: Sql,
  files: SourceFiles,
  id: string,
  now = Date.now(),
): Promise<SourcePage> {
  const source = await findSource(sql, id)
  const runs = await runsOf(sql, id)
  const latest = await latestRuns(sql, id)
  const since = zoneTime(source.zone, now - RUNS_KEPT_DAYS * DAY_MS).day
  const days = await daysSince(sql, source.site, since)
  const last = days.at(-1) ?? (await lastDays(sql)).get(source.site)
  return {
    source: viewSource(source, last, latest, files, now),
    runs: runs.map((run) => viewRun(run, files, now)),
    days: days.map(({ day, tyres, offers }) => ({ day, tyres, offers })),
  }
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
    secret_names: [...source.secretNames],
    mapping: source.mapping,
    times: [...source.times],
    zone: source.zone,
    expected_by: source.expectedBy,
    max_bad: source.maxBad,
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
 * Returns the state that most needs attention.
 * @param runs newest first
 */
function lightOf(source: Source, last: SiteDay | undefined, runs: readonly Run[], now: number): Light {
  if (!source.enabled) return 'off'
  if (runs.some(({ state }) => state === 'held')) return 'held'
  const finished = runs.find(({ state }) => state !== 'waiting' && state !== 'running')
  if (finished?.state === 'failed') return 'failed'
  if (!last) return 'new'
  const { day, time } = zoneTime(source.zone, now)
  if (last.day >= day) return 'fresh'
  const yesterday = zoneTime(source.zone, now - DAY_MS).day
  const isExpected = source.expectedBy !== '' && time >= source.expectedBy
  return isExpected || last.day < yesterday ? 'late' : 'fresh'
}

function viewRun(run: Run, files: SourceFiles, now = Date.now()): WireRun {
  return {
    id: run.id,
    source: run.sourceId,
    day: run.day,
    trigger: run.startedBy,
    state: run.state,
    step: stepOf(run, now),
    attempt: run.attempt,
    created_at: new Date(run.createdAt).toISOString(),
    started_at: isoOf(run.startedAt),
    finished_at: isoOf(run.finishedAt),
    records: run.records,
    tyres: run.tyres,
    offers: run.offers,
    bad: run.bad,
    message: run.message,
    log: run.log,
    has_rejects: run.rejects !== '' && run.server === files.server,
  }
}

function stepOf({ state, step, dueAt, attempt }: Run, now: number): string {
  if (state !== 'waiting' || attempt === 0) return step
  return `Повтор через ${Math.max(1, Math.ceil((dueAt - now) / 60_000))} мин`
}

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
