import { Readable } from 'node:stream'
import { createSecretBox } from '../../server/features/auth/secret-box.ts'
import { checkInput } from '../../server/features/sources/check-input.ts'
import { fetchList, settleRun } from '../../server/features/sources/fetch-list.ts'
import { SourceFiles } from '../../server/features/sources/files.ts'
import { importList } from '../../server/features/sources/import-list.ts'
import { PageFetcher } from '../../server/features/sources/pages/fetch-page.ts'
import { readPageFile, readSitemapFile } from '../../server/features/sources/pages/page-files.ts'
import { PageTurns } from '../../server/features/sources/pages/page-turns.ts'
import { readRobots } from '../../server/features/sources/pages/robots.ts'
import { createRunner, type Runner, type RunPhases } from '../../server/features/sources/runner.ts'
import { addRun } from '../../server/features/sources/runs.ts'
import { createSource, updateSource } from '../../server/features/sources/store.ts'
import { viewSourcePage } from '../../server/features/sources/view.ts'
import { USUAL_LIMITS } from '../../server/import/limits.ts'
import type { Db } from '../../server/platform/db/db.ts'
import type { TestDatabase } from './database.ts'
import { RULES } from './prices.ts'
import { SECRET } from './processes.ts'
import { sourceInput } from './sources.ts'
import { addUser } from './users.ts'

const box = createSecretBox(SECRET, 'source secrets')

/** The sources of a server, with a clock that tests set and without threads. */
export async function sourcesAt(
  database: TestDatabase,
  allowedHosts: string | readonly string[],
  start: string,
) {
  const { db, location } = database
  const files = new SourceFiles(location.dataDir)
  const fetchLimits = {
    userAgent: 'tyre-price-monitor (+https://prices.example.ru)',
    allowedHosts: new Set([allowedHosts].flat()),
    fetchMegabytes: 5,
    fetchSeconds: 60,
    stallSeconds: 30,
    fetchMinKilobytes: 0,
  }
  const warnings: string[] = []
  let now = Date.parse(start)
  const clock = () => now

  const pause = async (ms: number) => {
    now += ms
  }
  const turns = new PageTurns(db, { by: 'server test', clock, pause })
  const fetcher = new PageFetcher({
    files,
    limits: fetchLimits,
    turns,
    readPage: readPageFile,
    readSitemap: readSitemapFile,
    readRobots: async (request) => readRobots(request),
    clock,
  })
  const deps = {
    db,
    files,
    box,
    pages: { fetcher, shopFetcher: fetcher, isOwnSite: (host: string) => host === 'own.ru', pause },
    fetchLimits,
    limits: USUAL_LIMITS,
    rules: RULES,
    clock,
  }
  const phasesOf = (using: Db): RunPhases => ({
    fetch: (run, signal) => fetchList({ ...deps, db: using }, run, signal),
    import: (ready, signal) => importList({ ...deps, db: using }, ready, signal),
    settle: async (run, signal) => {
      const why = await settleRun({ ...deps, db: using }, run, signal)
      if (why !== '') warnings.push(why)
    },
  })
  const runnerOf = (phases: RunPhases = phasesOf(db), server = 'test'): Runner =>
    createRunner({
      db,
      files,
      server,
      clock,
      ...phases,
      log: { warn: (text: string) => void warnings.push(text) } as never,
    })
  const runner = runnerOf()

  return {
    db,
    files,
    warnings,
    deps,
    phasesOf,
    runnerOf,
    clock,
    /** Sets the clock. */
    at(iso: string): void {
      now = Date.parse(iso)
    },
    pass(minutes: number): void {
      now += minutes * 60_000
    },
    async addSource(over: object = {}): Promise<string> {
      const { settings, secrets } = checkInput(sourceInput(over) as never, fetchLimits.allowedHosts)
      return db.transaction((sql) => createSource(sql, box, settings, secrets, now))
    },
    async changeSource(id: string, over: object): Promise<void> {
      const { settings, secrets } = checkInput(sourceInput(over) as never, fetchLimits.allowedHosts)
      await db.transaction((sql) => updateSource(sql, box, id, settings, secrets, now))
    },
    async addAdmin(username: string): Promise<void> {
      await addUser(db, username, { role: 'admin' })
    },
    /** Delivers a price list of a day. @returns the run's id */
    async deliver(sourceId: string, day: string, content: string): Promise<number> {
      const file = await files.save(Readable.from([Buffer.from(content)]), 5)
      return db.transaction((sql) =>
        addRun(sql, { sourceId, day, startedBy: 'push', file: { ...file, server: files.server } }, now),
      )
    },
    /** Executes all runs that are due. */
    async work(): Promise<void> {
      while (await runner.runDue());
    },
    page: (id: string) => viewSourcePage(db, files, id, now),
    async last(id: string) {
      const { runs } = await viewSourcePage(db, files, id, now)
      return runs[0]
    },
    /** Returns users' notifications about sources, by user name. */
    async told(): Promise<string[]> {
      const rows = await db.all<{ username: string; body: string }>(
        `SELECT u.username, n.body FROM notifications n JOIN users u ON u.id = n.user_id
         WHERE n.vehicle_type = 'Источники' ORDER BY n.id`,
      )
      return rows.map(({ username, body }) => `${username}: ${body}`)
    },
    /** Returns the wholesale prices of a site's day by article; empty if the day has no prices. */
    async prices(site: string, day: string): Promise<Record<string, number>> {
      const rows = await db.all<{ article: string; offers: string }>(
        `SELECT t.article, o.offers FROM site_offers o JOIN tyres t ON t.id = o.tyre_id
         JOIN snapshots d ON d.site_id = o.site_id AND d.day = o.day
         JOIN sites s ON s.id = o.site_id WHERE s.host = ? AND o.day = ? ORDER BY t.article`,
        site,
        day,
      )
      return Object.fromEntries(rows.map(({ article, offers }) => [article, JSON.parse(offers)[0][3]]))
    },
  }
}

export type SourcesAt = Awaited<ReturnType<typeof sourcesAt>>
