import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Sql } from '../db/db.ts'
import { type HealthFigures, readFigures } from './figures.ts'

export interface Metrics {
  /**
   * counts a response
   * @param route pattern of the route, so that ids in paths do not become labels
   */
  answered(about: { method: string; route: string; status: number; seconds: number }): void
  /** adds a gauge whose value is read when the metrics are read */
  watch(about: { name: string; help: string; read(): number }): void
  /** returns the metrics in the text format of Prometheus */
  text(): Promise<string>
  readonly contentType: string
}

/** Buckets of the response time in seconds, from a cached page to the file of a large day. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 *
 * Creates the metrics of one server.
 * @param sql undefined if requests are forwarded to an existing backend
 *
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

/** Creates gauges with figures from the database, which include the work of other servers and of commands. */
function createGauges(register: Registry): (figures: HealthFigures) => void {
  const registers = [register]
  const outbox = new Gauge({
    name: 'outbox_messages',
    help: 'Messages of notifications that wait, or that were given up',
    labelNames: ['channel', 'state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'outbox_oldest_due_seconds',
    help: 'For how long the message that is due longest has been due',
    registers,
  })
  const devices = new Gauge({ name: 'push_subscriptions', help: 'Devices that get push messages', registers })
  const runs = new Gauge({
    name: 'source_runs_last_day',
    help: 'Runs of sources begun within 24 hours, by what has become of them',
    labelNames: ['state'],
    registers,
  })
  const lastDay = new Gauge({
    name: 'prices_last_day_timestamp_seconds',
    help: 'The last day with prices',
    registers,
  })
  const sites = new Gauge({ name: 'prices_last_day_sites', help: 'Sites with prices of that day', registers })
  return (figures) => {
    outbox.reset()
    for (const { channel, state, count } of figures.outbox) outbox.set({ channel, state }, count)
    oldest.set(figures.oldestDueSeconds)
    devices.set(figures.devices)
    runs.reset()
    for (const { state, count } of figures.runs) runs.set({ state }, count)
    // The gauge has no value without prices.
    lastDay.reset()
    if (figures.lastDay !== null) lastDay.set(Date.parse(figures.lastDay) / 1_000)
    sites.set(figures.sites)
  }
}
