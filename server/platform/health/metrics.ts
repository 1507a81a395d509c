import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { HEALTH_PATHS } from '../../../contract/paths.ts'
import type { Sql } from '../db/db.ts'
import { bearerToken } from '../http/request-source.ts'
import { neverStored } from '../http/security.ts'
import { Refusal } from '../refusal.ts'

/** Figures about the work of all servers, read from the database. */
interface HealthFigures {
  outbox: readonly { channel: string; state: string; count: number }[]
  /** age of the longest due message in seconds; 0 if nothing is due */
  oldestDueSeconds: number
  devices: number
  runs: readonly { state: string; count: number }[]
  lastDay: string | null
  sites: number
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Reads the figures; each query uses an index. PostgreSQL sends counts as text. */
export async function readFigures(sql: Sql, now = Date.now()): Promise<HealthFigures> {
  const outbox = await sql.all<{ channel: string; state: string; count: unknown }>(
    `SELECT channel, state, count(*) AS count FROM outbox WHERE state IN ('waiting', 'dead') GROUP BY channel, state`,
  )
  const due = await sql.get<{ at: unknown }>(`SELECT min(due_at) AS at FROM outbox WHERE state = 'waiting'`)
  const devices = await sql.get<{ count: unknown }>('SELECT count(*) AS count FROM push_subscriptions')
  const runs = await sql.all<{ state: string; count: unknown }>`
    SELECT state, count(*) AS count FROM source_runs WHERE created_at > ${now - DAY_MS} GROUP BY state`
  const last = await sql.get<{ day: string | null; sites: unknown }>(
    `SELECT day, count(DISTINCT site_id) AS sites FROM snapshots
     WHERE day = (SELECT max(day) FROM snapshots) GROUP BY day`,
  )
  const counted = <Row extends { count: unknown }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, count: Number(row.count) }))
  return {
    outbox: counted(outbox),
    oldestDueSeconds: due?.at == null ? 0 : Math.max(0, (now - Number(due.at)) / 1_000),
    devices: Number(devices?.count ?? 0),
    runs: counted(runs),
    lastDay: last?.day ?? null,
    sites: Number(last?.sites ?? 0),
  }
}

export interface Metrics {
  /**
   * counts a response
   * @param route pattern of the route, so that ids in paths do not become labels
   */
  answered(about: { method: string; route: string; status: number; seconds: number }): void
  /** adds a gauge whose value is read when the metrics are read */
  watch(about: { name: string; help: string; read(): number }): void
  text(): Promise<string>
  readonly contentType: string
}

/** Buckets of the response time in seconds, from a cached page to the file of a large day. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * Creates the metrics of one server.
 * @param sql undefined if requests are forwarded to an existing backend
 */
export function createMetrics(sql: Sql | undefined): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the last byte of an answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [register],
  })
  const show = sql && createGauges(register)
  return {
    contentType: register.contentType,
    answered({ seconds, ...labels }) {
      requests.observe(labels, seconds)
    },
    watch({ name, help, read }) {
      new Gauge({
        name,
        help,
        registers: [register],
        collect() {
          this.set(read())
        },
      })
    },
    async text() {
      if (sql) show?.(await readFigures(sql))
      return register.metrics()
    },
  }
}

interface FigureGauge {
  name: string
  help: string
  labelNames?: string[]
  values(figures: HealthFigures): [labels: Record<string, string>, value: number][]
}

/** Gauges with figures from the database, which include the work of other servers and of commands. */
const FIGURE_GAUGES: readonly FigureGauge[] = [
  {
    name: 'outbox_messages',
    help: 'Messages of notifications that wait, or that were given up',
    labelNames: ['channel', 'state'],
    values: ({ outbox }) => outbox.map(({ count, ...labels }) => [labels, count]),
  },
  {
    name: 'outbox_oldest_due_seconds',
    help: 'For how long the message that is due longest has been due',
    values: ({ oldestDueSeconds }) => [[{}, oldestDueSeconds]],
  },
  {
    name: 'push_subscriptions',
    help: 'Devices that get push messages',
    values: ({ devices }) => [[{}, devices]],
  },
  {
    name: 'source_runs_last_day',
    help: 'Runs of sources begun within 24 hours, by what has become of them',
    labelNames: ['state'],
    values: ({ runs }) => runs.map(({ count, state }) => [{ state }, count]),
  },
  {
    name: 'prices_last_day_timestamp_seconds',
    help: 'The last day with prices',
    values: ({ lastDay }) => (lastDay === null ? [] : [[{}, Date.parse(lastDay) / 1_000]]),
  },
  {
    name: 'prices_last_day_sites',
    help: 'Sites with prices of that day',
    values: ({ sites }) => [[{}, sites]],
  },
]

/** Creates the gauges of figures. @returns the function that sets them */
function createGauges(register: Registry): (figures: HealthFigures) => void {
  const gauges = FIGURE_GAUGES.map(({ values, ...about }) => ({
    values,
    gauge: new Gauge({ ...about, registers: [register] }),
  }))
  return (figures) => {
    for (const { gauge, values } of gauges) {
      gauge.reset()
      for (const [labels, value] of values(figures)) gauge.set(labels, value)
    }
  }
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Counts all responses, and serves the metrics to callers with the token (specification 10.28).
 * @param token required bearer token
 */
export function addMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  const wanted = hash(token)
  const isAllowed = (request: FastifyRequest): boolean =>
    timingSafeEqual(hash(bearerToken(request) ?? ''), wanted)

  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
  })
  app.get(
    HEALTH_PATHS.metrics,
    { onRequest: neverStored, schema: { hide: true } },
    async (request, reply) => {
      if (!isAllowed(request)) throw new Refusal(401, 'Нужен METRICS_TOKEN этого сервера')
      return reply.type(metrics.contentType).send(await metrics.text())
    },
  )
}
