import { asBoolean, asCount, asObjects, asText, parseObject } from '../legacy/fields.ts'
import { ReadError } from '../legacy/lenient-json.ts'
import { isObject, type JsonObject, member } from '../legacy/values.ts'
import { instantOr, numberOr, objectOr, objectsOr, textOr, textsOr, wordOr } from './lenient.ts'

/** Traffic-light state of a source. */
const LIGHTS = ['fresh', 'late', 'failed', 'held', 'off', 'new'] as const
export type Light = (typeof LIGHTS)[number]

const TRIGGERS = ['schedule', 'hand', 'upload', 'push', 'command'] as const
export type Trigger = (typeof TRIGGERS)[number]

const RUN_STATES = ['waiting', 'running', 'imported', 'unchanged', 'held', 'declined', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

/** Conversion of a price list's records to tyres and offers; the server has its schema. */
export type MappingJson = JsonObject

/** One attempt to import the prices of a site for a day. */
export interface Run {
  id: number
  /** id of its source */
  source: string
  /** YYYY-MM-DD */
  day: string
  trigger: Trigger
  state: RunState
  /** current step in words; '' while it does nothing */
  step: string
  attempt: number
  /** ISO timestamps */
  createdAt: string | null
  startedAt: string | null
  finishedAt: string | null
  records: number | null
  tyres: number | null
  offers: number | null
  bad: number | null
  /** why it failed, is held or is unchanged; '' without a message */
  message: string
  log: readonly { at: string | null; text: string }[]
  hasRejects: boolean
}

/** Origin of a site's prices. */
export interface Source {
  id: string
  site: string
  title: string
  enabled: boolean
  kind: 'address' | 'upload'
  /** '' for an upload */
  address: string
  /** names of the stored secret headers; 'Basic' for a user name and password */
  secretNames: readonly string[]
  mapping: MappingJson
  /** 'HH:MM' in the source's time zone */
  times: readonly string[]
  zone: string
  /** 'HH:MM', or '' without a deadline */
  expectedBy: string
  /** allowed share of rejected records, percent */
  maxBad: number
  hasToken: boolean
  light: Light
  lastDay: string | null
  tyres: number | null
  offers: number | null
  badPercent: number | null
  lastRun: Run | null
  /** ISO timestamp */
  nextRun: string | null
}

/** A source with its runs of the last 90 days. */
export interface SourceHistory {
  source: Source
  /** newest first */
  runs: readonly Run[]
  /** oldest first */
  days: readonly { day: string; tyres: number; offers: number }[]
}

/** Secret parts of a request for a price list. Sent by the page only, never by the server. */
export interface Secrets {
  headers: { name: string; value: string }[]
  basic: { username: string; password: string } | null
}

/** Settings of a source that a person edits. */
export interface SourceInput {
  site: string
  title: string
  enabled: boolean
  kind: 'address' | 'upload'
  address: string
  mapping: MappingJson
  times: string[]
  zone: string
  expected_by: string
  max_bad: number
  /** absent: the stored secrets stay; null: they are removed */
  secrets?: Secrets | null
}

/** Reads the sources. @throws ReadError if the answer has another shape (specification 12.9) */
export function readSources(body: string): readonly Source[] {
  return asObjects(parseObject(body), 'sources').map(sourceOf)
}

/** Reads a source's history. @throws ReadError if the answer does not follow specification 12.3 */
export function readSourceHistory(body: string): SourceHistory {
  const answer = parseObject(body)
  const source = member(answer, 'source')
  if (!isObject(source)) throw new ReadError('No source')
  return {
    source: sourceOf(source),
    runs: objectsOr(answer, 'runs').map(runOf),
    days: objectsOr(answer, 'days')
      .map((one) => ({
        day: textOr(one, 'day'),
        tyres: numberOr(one, 'tyres', 0),
        offers: numberOr(one, 'offers', 0),
      }))
      .filter(({ day }) => day !== ''),
  }
}

function sourceOf(source: JsonObject): Source {
  const last = member(source, 'last_run')
  return {
    id: asText(source, 'id'),
    site: asText(source, 'site'),
    title: textOr(source, 'title'),
    enabled: asBoolean(source, 'enabled'),
    kind: wordOr(source, 'kind', ['address', 'upload'], 'upload'),
    address: textOr(source, 'address'),
    secretNames: textsOr(source, 'secret_names'),
    mapping: objectOr(source, 'mapping'),
    times: textsOr(source, 'times'),
    zone: textOr(source, 'zone', 'Europe/Moscow'),
    expectedBy: textOr(source, 'expected_by'),
    maxBad: numberOr(source, 'max_bad', 0),
    hasToken: member(source, 'has_token') === true,
    light: wordOr(source, 'light', LIGHTS, 'new'),
    lastDay: textOr(source, 'last_day') || null,
    tyres: numberOr(source, 'tyres', null),
    offers: numberOr(source, 'offers', null),
    badPercent: numberOr(source, 'bad_percent', null),
    lastRun: isObject(last) ? runOf(last) : null,
    nextRun: instantOr(source, 'next_run'),
  }
}

function runOf(run: JsonObject): Run {
  return {
    id: asCount(run, 'id'),
    source: textOr(run, 'source'),
    day: textOr(run, 'day'),
    trigger: wordOr(run, 'trigger', TRIGGERS, 'hand'),
    state: wordOr(run, 'state', RUN_STATES, 'failed'),
    step: textOr(run, 'step'),
    attempt: numberOr(run, 'attempt', 1),
    createdAt: instantOr(run, 'created_at'),
    startedAt: instantOr(run, 'started_at'),
    finishedAt: instantOr(run, 'finished_at'),
    records: numberOr(run, 'records', null),
    tyres: numberOr(run, 'tyres', null),
    offers: numberOr(run, 'offers', null),
    bad: numberOr(run, 'bad', null),
    message: textOr(run, 'message'),
    log: objectsOr(run, 'log').map((line) => ({ at: instantOr(line, 'at'), text: textOr(line, 'text') })),
    hasRejects: member(run, 'has_rejects') === true,
  }
}

/** Returns whether a run has not ended, so that its state may change. */
export const isUnderWay = ({ state }: Run): boolean => state === 'waiting' || state === 'running'

/** Returns whether a run failed and will be retried, which a person can also start at once. */
export const waitsForRetry = ({ state, attempt }: Run): boolean => state === 'waiting' && attempt > 0

/** Reads the id of a created or changed source. @throws ReadError without one */
export const readSourceId = (body: string): string => asText(parseObject(body), 'id')

/** Reads the id of a started run. @throws ReadError without one */
export const readRunId = (body: string): number => asCount(parseObject(body), 'run')

/** Reads a source's token, which the server sends once. @throws ReadError without one */
export const readSourceToken = (body: string): string => asText(parseObject(body), 'token')
