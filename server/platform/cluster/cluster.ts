import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../db/db.ts'
import { createRepeatingTask, type Pause, pauseFor, type RepeatingTask, together } from '../repeating-task.ts'

/** Leader task: one server of a database runs it for all of them. */
type Duty = Pick<RepeatingTask, 'start' | 'stop'>

/** Servers whose leases are ended: one server, or all servers but one. */
type Whose = { of: string } | { allBut: string }

export interface ClusterOptions {
  /** database with its own connection, because requests may occupy all connections of the pool */
  db: Db
  /** id of this server, stored in its leases */
  id: string
  duties: Readonly<Record<string, Duty>>
  /** ends the leases of dead servers, so that other servers need not wait until they expire */
  free(sql: Sql, whose: Whose): Promise<void>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** monotonic clock in ms */
  clock?: () => number
  pause?: Pause
}

export interface Cluster {
  start(): void
  stop(): Promise<void>
}

const BEAT_MS = 1_000
/** Time in ms without a heartbeat after which a server counts as dead; another server takes over within ten seconds. */
const DEAD_MS = 8_000
/**
 * Time in ms without a successful heartbeat after which a server stops its leader tasks; shorter than DEAD_MS, so that
 * it stops before another server starts them.
 */
const LOST_MS = 6_000
const AFTER_FAILURE_MS = 5_000
/** Maximum time in ms that a stopping server waits for the database. */
const STOP_MS = 2_000

/**
 * Creates the cluster: leader tasks run on one of the servers of a database, and the leases of dead servers are ended
 * (decision 46).
 */
export function createCluster(parts: ClusterOptions): Cluster {
  return parts.db.engine === 'postgres' ? createHeart(parts) : createAlone(parts)
}

/**
 * Creates the cluster of an embedded database. Only one server uses it at a time, so all existing leases belong to
 * processes that have ended.
 */
function createAlone({ db, id, duties, free, log, pause = pauseFor }: ClusterOptions): Cluster {
  const stopping = new AbortController()
  let freeing: Promise<void> | undefined

  const freeAll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await db.transaction((sql) => free(sql, { allBut: id }))
      } catch (error) {
        log.warn(`leases of the former server: ${(error as Error).message}`)
        await pause(AFTER_FAILURE_MS, stopping.signal)
      }
    }
  }
  return {
    start() {
      freeing ??= freeAll()
      for (const duty of Object.values(duties)) duty.start()
    },
    async stop() {
      stopping.abort()
      await Promise.all([freeing, ...Object.values(duties).map((duty) => duty.stop())])
    },
  }
}

/**
 * Creates the cluster of a PostgreSQL database. Each server increments its own counter in the database and watches the
 * counters of the others. A server counts as dead if its counter does not change for some time on the watching server's
 * clock, so the clocks of the machines need not agree.
 */
function createHeart(parts: ClusterOptions): Cluster {
  const { db, id, duties, free, log, clock = () => performance.now(), pause = pauseFor } = parts
  const stopping = new AbortController()
  const seen = new Map<string, { beats: number; since: number }>()
  const held = new Set<string>()
  let beatAt = clock()
  /** leader tasks that are being stopped, by name */
  const ending = new Map<string, Promise<void>>()

  /** Stops all leader tasks of this server. Does not wait for their end, so that heartbeats continue. */
  const release = (): void => {
    for (const name of held) {
      const end = (duties[name] as Duty)
        .stop()
        .catch((error: Error) => log.warn(`a duty did not end: ${error.message}`))
        .finally(() => ending.delete(name))
      ending.set(name, end)
    }
    held.clear()
  }

  const beat = async (): Promise<void> => {
    const began = clock()
    const known = await db.run`UPDATE servers SET beats = beats + 1 WHERE id = ${id}`
    if (known === 0) {
      // Either this server has just started, or the others considered it dead and took over its tasks.
      release()
      await db.run`INSERT INTO servers (id, beats) VALUES (${id}, 0) ON CONFLICT DO NOTHING`
    }
    beatAt = began
    for (const peer of await silentPeers()) await bury(peer)
    for (const [name, duty] of Object.entries(duties)) {
      if (held.has(name) || ending.has(name) || !(await take(name))) continue
      // After LOST_MS another server may have taken the task; the next heartbeat tries again.
      if (stopping.signal.aborted || clock() - beatAt >= LOST_MS) return
      held.add(name)
      duty.start()
      log.info(`this server does for all: ${name}`)
    }
  }

  const silentPeers = async (): Promise<Peer[]> => {
    const peers = await db.all<Peer>`SELECT id, beats FROM servers WHERE id <> ${id}`
    const now = clock()
    const alive = new Set(peers.map((peer) => peer.id))
    for (const gone of seen.keys()) if (!alive.has(gone)) seen.delete(gone)
    for (const { id: peer, beats } of peers) {
      if (seen.get(peer)?.beats !== beats) seen.set(peer, { beats, since: now })
    }
    return peers.filter((peer) => now - (seen.get(peer.id)?.since ?? now) >= DEAD_MS)
  }

  const bury = async (peer: Peer): Promise<void> => {
    const dead = await db.transaction(async (sql) => {
      const gone = await sql.run`DELETE FROM servers WHERE id = ${peer.id} AND beats = ${peer.beats}`
      if (gone > 0) await free(sql, { of: peer.id })
      return gone > 0
    })
    if (dead) log.warn(`server ${peer.id} has not been seen for ${DEAD_MS / 1_000} s: its work is free`)
  }

  const take = async (name: string): Promise<boolean> => {
    const taken = await db.run`
      INSERT INTO duties (name, server) VALUES (${name}, ${id})
      ON CONFLICT (name) DO UPDATE SET server = excluded.server WHERE duties.server = excluded.server`
    return taken > 0
  }

  const watch = async (): Promise<void> => {
    if (held.size === 0 || clock() - beatAt < LOST_MS) return
    log.warn('heartbeat: the database does not answer, so duties are left to others')
    release()
  }

  // Apart from each other, because a heartbeat may hang with its connection.
  const living = together(
    ...[beat, watch].map((work) =>
      createRepeatingTask({ name: 'heartbeat', work, log, pauseMs: BEAT_MS, pause }),
    ),
  )

  return {
    start: living.start,
    async stop() {
      stopping.abort()
      await within(STOP_MS, living.stop())
      release()
      await Promise.all(ending.values())
      // If this fails, the other servers notice the missing heartbeats.
      await within(STOP_MS, db.run`DELETE FROM servers WHERE id = ${id}`)
    },
  }
}

interface Peer {
  id: string
  beats: number
}

/** Waits until the work has succeeded or failed, but at most `ms`. */
async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const over = new AbortController()
  await Promise.race([work, pauseFor(ms, over.signal)]).catch(() => undefined)
  over.abort()
}
