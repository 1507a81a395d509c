import { stat } from 'node:fs/promises'
import type { InstallationStatus } from '../../../contract/installation/status.ts'
import { dayNumber, isoToday } from '../../../contract/lib/dates.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { readBackupRecord } from '../../platform/backup/backup-record.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { embeddedFile } from '../../platform/db/open.ts'
import { readFigures } from '../../platform/health/metrics.ts'
import { serverIdOf } from '../../platform/private-files.ts'
import type { Certificate } from './certificate.ts'
import { daysUntilFull, lowSpaceThreshold, readDisk } from './disk.ts'
import { statusWarnings } from './status-warnings.ts'

export interface StatusDeps {
  db: Db
  dataDir: string
  readCertificate(): Promise<Certificate | null>
  /** command that saves a backup of this installation, if a service makes one every night */
  backupCommand: string | undefined
  /** number of days for which prices are stored */
  keepDays: number
  readReplicas(): InstallationStatus['database']['replicas']
  delivery: InstallationStatus['delivery']
}

/** Reads the state of the installation (specification 28.6). */
export async function readStatus(deps: StatusDeps): Promise<InstallationStatus> {
  const { db, dataDir, delivery, backupCommand, keepDays } = deps
  const [disk, database, backup, queue, sources, certificate, pricesDays] = await Promise.all([
    readDataDisk(db, dataDir),
    readDatabase(deps),
    readBackup(db),
    readQueue(db),
    readSources(db),
    deps.readCertificate(),
    readPricesDays(db),
  ])
  const status = {
    version: packageFile.version,
    started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    disk,
    database,
    backup,
    queue,
    sources,
    certificate,
    delivery,
  }
  return { ...status, warnings: statusWarnings(status, Date.now(), { backupCommand, keepDays, pricesDays }) }
}

async function readDataDisk(sql: Sql, dataDir: string): Promise<InstallationStatus['disk']> {
  const disk = await readDisk(dataDir)
  if (!disk) return null
  const days = await daysUntilFull(sql, serverIdOf(dataDir), disk)
  return { ...disk, low_below: lowSpaceThreshold(disk.total), days_left: days }
}

/** Returns the days since the oldest prices, today included; 0 without prices. */
async function readPricesDays(sql: Sql): Promise<number> {
  const row = await sql.get<{ day: string | null }>('SELECT min(day) AS day FROM snapshots')
  return row?.day ? dayNumber(isoToday()) - dayNumber(row.day) + 1 : 0
}

async function readDatabase({
  db,
  dataDir,
  readReplicas,
}: StatusDeps): Promise<InstallationStatus['database']> {
  const from = performance.now()
  await db.get('SELECT 1 AS one')
  const ping = Math.round(performance.now() - from)
  const replicas = readReplicas()
  if (db.engine === 'sqlite') {
    const file = embeddedFile({ dataDir, databaseUrl: undefined })
    const sizes = await Promise.all(
      [file, `${file}-wal`].map((path) =>
        stat(path).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    )
    return { engine: db.engine, size: sizes.reduce((a, b) => a + b), ping, connections: null, replicas }
  }
  const row = await db.get<{ size: unknown; used: unknown; most: string }>(
    `SELECT pg_database_size(current_database()) AS size, current_setting('max_connections') AS most,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`,
  )
  const connections = { used: Number(row?.used ?? 0), most: Number(row?.most ?? 0) }
  return { engine: db.engine, size: Number(row?.size ?? 0), ping, connections, replicas }
}

async function readBackup(sql: Sql): Promise<InstallationStatus['backup']> {
  const record = await readBackupRecord(sql)
  return record ? { ...record, at: iso(record.at) } : null
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Returns a moment unless it is still to come. */
const past = (ms: number | null, now: number): string | null => (ms === null || ms > now ? null : iso(ms))

async function readQueue(sql: Sql): Promise<InstallationStatus['queue']> {
  const now = Date.now()
  const { outbox, oldestDueSeconds } = await readFigures(sql, now)
  const count = (wanted: string) =>
    outbox.filter(({ state }) => state === wanted).reduce((sum, { count: n }) => sum + n, 0)
  const runs = await sql.get<{ count: unknown; due: unknown }>(
    `SELECT count(*) AS count, min(CASE WHEN state = 'waiting' THEN due_at END) AS due
     FROM source_runs WHERE state IN ('waiting', 'running')`,
  )
  return {
    messages: count('waiting'),
    due_since: oldestDueSeconds > 0 ? iso(now - oldestDueSeconds * 1_000) : null,
    dead: count('dead'),
    runs: Number(runs?.count ?? 0),
    runs_due_since: past(runs?.due == null ? null : Number(runs.due), now),
  }
}

async function readSources(sql: Sql): Promise<InstallationStatus['sources']> {
  const rows = await sql.all<{ id: string; title: string; trouble: string }>(
    'SELECT id, title, trouble FROM sources WHERE enabled = 1 ORDER BY title',
  )
  const failing = rows.filter(({ trouble }) => trouble !== '').map(({ id, title }) => ({ id, title }))
  return { all: rows.length, failing }
}
