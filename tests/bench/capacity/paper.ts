import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rounded, table } from '../support/figures.ts'
import assumed from './assumptions.json' with { type: 'json' }
import { type Measured, type Parts, planCapacity } from './plan.ts'
import { VISIT } from './visit.ts'

/** node tests/bench/capacity/paper.ts: computes the tables of docs/capacity.md again, without measuring. */

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
export const MEASURED_FILE = file('./measured.json')
const DOCUMENT = file('../../../docs/capacity.md')
const MARKS = ['<!-- computed -->', '<!-- end -->'] as const

const inMoney = (value: number): string => `${rounded(value)} ${assumed.prices.currency}`
const inCells = (parts: Parts): string[] =>
  [parts.server, parts.primary, parts.standby].map((value) => value.toFixed(2))

/** Returns the computed tables in Markdown. */
export function planOnPaper(): string {
  const measured = JSON.parse(readFileSync(MEASURED_FILE, 'utf8')) as Measured
  const plan = planCapacity(measured, assumed, VISIT)
  const { settings, price } = plan
  return [
    table(
      ['machines', 'number', 'cores', 'memory, GB', 'disk, GB', 'a month, all'],
      [
        ...plan.machines.map(({ name, count, cores, memory, disk, price: ofAll }) => [
          name,
          ...[count, cores, memory, disk].map(String),
          inMoney(ofAll),
        ]),
        ['backups, two weeks, elsewhere', '', '', '', '', inMoney(price.copies)],
        ['traffic', '', '', '', '', inMoney(price.traffic)],
        ['**together**', '', '', '', '', `**${inMoney(price.all)}**`],
      ],
    ),
    table(
      ['what breaks first', 'used', 'of', 'share'],
      plan.limits.map(({ name, used, available, unit }) => [
        name,
        `${rounded(used)} ${unit}`,
        `${rounded(available)} ${unit}`,
        `${Math.round((used / available) * 100)} %`,
      ]),
    ),
    table(
      ['at the peak', ''],
      [
        ['visits in the busiest hour', rounded(plan.visitsInPeakHour)],
        ['requests a second', rounded(plan.requestsPerSecond)],
        ['of these polls of tabs in view', rounded(plan.pollsPerSecond)],
        ['busy cores: servers', plan.cores.server.toFixed(1)],
        ['busy cores: primary', plan.cores.primary.toFixed(1)],
        ['busy cores: standby', plan.cores.standby.toFixed(1)],
        ['processor time of the day’s imports', `${rounded(plan.importHours * 60)} min`],
        ['push to all devices, by all servers', `${rounded(plan.pushMinutes)} min`],
      ],
    ),
    table(
      ['setting', 'value'],
      [
        ['`READY_ROWS_MB`', String(settings.readyRowsMegabytes)],
        ['`KEEP_DAYS`', String(assumed.keepDays)],
        ['`IMPORT_MAX_TYRES`', String(settings.maxTyres)],
        ['PostgreSQL: `max_connections`', String(settings.maxConnections)],
        [
          'PostgreSQL: `shared_buffers`, `effective_cache_size`',
          `${assumed.database.memory / 4} GB, ${(assumed.database.memory * 3) / 4} GB`,
        ],
      ],
    ),
    table(
      ['processor time of a request, ms', 'server', 'primary', 'standby'],
      [
        ...Object.keys(VISIT).map((name) => [name, ...inCells(measured.kinds[name as keyof typeof VISIT])]),
        ['**a visit’s mix**, a minute at 20 a second', ...inCells(measured.mixed.perRequest)],
        ['the same by its kinds alone', ...inCells(measured.mixed.ofKinds)],
      ],
    ),
  ].join('\n\n')
}

/** Returns the document with the computed tables between its marks. */
export function withPlan(document: string): string {
  const [start, end] = MARKS.map((mark) => document.indexOf(mark)) as [number, number]
  if (start < 0 || end < start) throw new Error(`docs/capacity.md has no ${MARKS.join(' … ')}`)
  return `${document.slice(0, start + MARKS[0].length)}\n\n${planOnPaper()}\n\n${document.slice(end)}`
}

export function writePlan(): void {
  writeFileSync(DOCUMENT, withPlan(readFileSync(DOCUMENT, 'utf8')))
}

if (import.meta.main) writePlan()
