import { randomUUID } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { hostName } from '../../../../contract/lib/host-name.ts'
import type { SourceHistory } from '../../../../contract/sources/source.ts'
import type { Db, ReadSql, Sql } from '../../../platform/db/db.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { type Pause, pauseFor } from '../../../platform/repeating-task.ts'
import { leaseHost } from '../host-leases.ts'

/** Shortest time in ms between the end of a request to a host and the next one. */
export const SHORTEST_PAUSE_MS = 1_000
/** Duration in ms of the lease of a host for one request; a longer request is aborted. */
const LEASE_MS = 120_000
/** Interval in ms at which a leased host is asked for again. */
const LOOK_MS = 100

interface Turn {
  host: string
  pauseMs: number
  /** time in ms after which the caller gives up waiting */
  patienceMs: number
  signal: AbortSignal
}

/**
 * Gives out turns to call shops: at all times, the servers of a database have together one request under way to a host,
 * and pause after it (specification 23.4). The requests and bytes of each host and day are counted.
 */
export class PageTurns {
  readonly #db: Db
  readonly #lease: string
  readonly #clock: () => number
  readonly #pause: Pause

  /** @param by prefix of this process's leases */
  constructor(
    db: Db,
    { by, clock = Date.now, pause = pauseFor }: { by: string; clock?: () => number; pause?: Pause },
  ) {
    this.#db = db
    this.#lease = by
    this.#clock = clock
    this.#pause = pause
  }

  /**
   * Waits for the host's next turn.
   * @returns a function that ends the turn, with the number of bytes received
   * @throws FetchFailure if another request has the host for too long
   */
  async next({ host, pauseMs, patienceMs, signal }: Turn): Promise<(bytes: number) => Promise<void>> {
    const lease = `${this.#lease} ${randomUUID()}`
    const until = this.#clock() + patienceMs
    for (;;) {
      signal.throwIfAborted()
      const now = this.#clock()
      if (await leaseHost(this.#db, host, { lease, until: now + LEASE_MS }, now)) break
      if (now >= until)
        throw new FetchFailure(`С сайта ${host} сейчас читаются другие страницы: повторите позже`, true)
      await this.#pause(LOOK_MS, signal)
    }
    return async (bytes) => {
      const now = this.#clock()
      await this.#db.run`UPDATE host_leases SET leased_until = ${now + pauseMs} WHERE lease = ${lease}`
      await countRequest(this.#db, host, bytes, now)
    }
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_SHOWN = 7
const DAYS_KEPT = 90

/** Returns the UTC day of a time in ms, as requests are counted. */
const trafficDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Counts a request to a host, and the bytes received. */
async function countRequest(sql: Sql, host: string, bytes: number, now: number): Promise<void> {
  await sql.run`
    INSERT INTO host_traffic (day, host, requests, bytes) VALUES (${trafficDay(now)}, ${host}, 1, ${bytes})
    ON CONFLICT (day, host) DO UPDATE
    SET requests = host_traffic.requests + 1, bytes = host_traffic.bytes + excluded.bytes`
}

/** Returns the requests to a site's hosts by day, newest first. */
export async function trafficOf(
  sql: ReadSql,
  site: string,
  now: number,
): Promise<NonNullable<SourceHistory['traffic']>> {
  const rows = await sql.all<{ day: string; host: string; requests: number; bytes: number }>`
    SELECT day, host, requests, bytes FROM host_traffic WHERE day > ${trafficDay(now - DAYS_SHOWN * DAY_MS)}
    ORDER BY day DESC`
  const ofSite = rows.filter(({ host }) => {
    const name = hostName(domainToUnicode(new URL(`http://${host}`).hostname))
    return name === site || name.endsWith(`.${site}`)
  })
  return [...Map.groupBy(ofSite, ({ day }) => day)].map(([day, hosts]) => ({
    day,
    requests: hosts.reduce((sum, { requests }) => sum + Number(requests), 0),
    bytes: hosts.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  }))
}

/** Removes expired counts, and the leases of hosts that have ended. */
export async function pruneTraffic(sql: Sql, now: number): Promise<void> {
  await sql.run`DELETE FROM host_leases WHERE leased_until < ${now - DAY_MS}`
  await sql.run`DELETE FROM host_traffic WHERE day < ${trafficDay(now - DAYS_KEPT * DAY_MS)}`
}
