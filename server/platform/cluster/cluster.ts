import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../db/db.ts'
import { type Pause, pauseFor } from '../pause.ts'

/** Task that one server of a database runs for all of them. It may be started again after it has ended. */
interface Duty {
  start(): void
  stop(): Promise<void>
}

/** Owners of the work to release. */
type Whose = { of: string } | { allBut: string }

export interface ClusterOptions {
  /** separate connections, because all connections of requests may be busy for a while */
  db: Db
  /** id under which this server leases work */
  id: string
  /** leader tasks by name */
  duties: Readonly<Record<string, Duty>>
  /** releases what dead servers had leased, so that others need not wait for the leases to end */
  free(sql: Sql, whose: Whose): Promise<void>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** monotonic clock in ms */
  clock?: () => number
  pause?: Pause
}

export interface Cluster {
  start(): void
  /** gives up the leader tasks */
  stop(): Promise<void>
}

const BEAT_MS = 1_000
/** Time in ms without a beat after which a server counts as dead; another takes over within ten seconds. */
const DEAD_MS = 8_000
/** Time in ms without a successful beat after which a server gives up its leader tasks, before another takes them. */
const LOST_MS = 6_000
const AFTER_FAILURE_MS = 5_000
/** Maximum time in ms that a stopping server waits for the database. */
const STOP_MS = 2_000

/** Runs leader tasks on one of the servers of a database, and releases the work of dead servers (decision 46). */
export function createCluster(parts: ClusterOptions): Cluster {
  return parts.db.engine === 'postgres' ? createHeart(parts) : createAlone(parts)
}

/** The embedded database has one server at a time, so all leases belong to a process that has ended. */
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
 * Increments a counter of beats in the database and watches those of the others. Only the time for which a counter
 * stands still on this server's own clock matters, so that the clocks of the machines need not agree.
 */
function createHeart(parts: ClusterOptions): Cluster {
  const { db, id, duties, free, log, clock = () => performance.now(), pause = pauseFor } = parts
  const stopping = new AbortController()
  const seen = new Map<string, { beats: number; since: number }>()
  const held = new Set<string>()
  let beatAt = clock()
  /** leader tasks that are ending, by name */
  const ending = new Map<string, Promise<void>>()
  let living: Promise<unknown> | undefined

  /** Beats continue meanwhile, because a task may take time to end. */
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
    const known = await db.run('UPDATE servers SET beats = beats + 1 WHERE id = ?', id)
    if (known === 0) {
      // The server is starting, or the others considered it dead and took over its tasks.
      release()
      await db.run('INSERT INTO servers (id, beats) VALUES (?, 0) ON CONFLICT DO NOTHING', id)
    }
    beatAt = began
    for (const peer of await silentPeers()) await bury(peer)
    for (const [name, duty] of Object.entries(duties)) {
      if (held.has(name) || ending.has(name) || !(await take(name))) continue
      // After this time the task may belong to another server; the next beat checks it.
      if (stopping.signal.aborted || clock() - beatAt >= LOST_MS) return
      held.add(name)
      duty.start()
      log.info(`this server does for all: ${name}`)
    }
  }

  const silentPeers = async (): Promise<Peer[]> => {
    const peers = await db.all<Peer>('SELECT id, beats FROM servers WHERE id <> ?', id)
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
      const gone = await sql.run('DELETE FROM servers WHERE id = ? AND beats = ?', peer.id, peer.beats)
      if (gone > 0) await free(sql, { of: peer.id })
      return gone > 0
    })
    if (dead) log.warn(`server ${peer.id} has not been seen for ${DEAD_MS / 1_000} s: its work is free`)
  }

  const take = async (name: string): Promise<boolean> => {
    const taken = await db.run(
      `INSERT INTO duties (name, server) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET server = excluded.server WHERE duties.server = excluded.server`,
      name,
      id,
    )
    return taken > 0
  }

  const live = async (): Promise<void> => {
    let failure: string | undefined
    while (!stopping.signal.aborted) {
      const before = failure
      failure = await beat().then(
        () => undefined,
        (error: Error) => error.message,
      )
      // Logged once, however long the database is unavailable.
      if (failure !== undefined && failure !== before) log.warn(`heartbeat: ${failure}`)
      await pause(BEAT_MS, stopping.signal)
    }
  }

  /** Runs beside the beats, because a beat may hang with its connection. */
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pause(BEAT_MS, stopping.signal)
      if (held.size === 0 || clock() - beatAt < LOST_MS) continue
      log.warn('heartbeat: the database does not answer, so duties are left to others')
      release()
    }
  }

  return {
    start() {
      living ??= Promise.all([live(), watch()])
    },
    async stop() {
      stopping.abort()
      await within(STOP_MS, living)
      release()
      await Promise.all(ending.values())
      // If this fails, the others detect the end by themselves.
      await within(STOP_MS, db.run('DELETE FROM servers WHERE id = ?', id))
    },
  }
}

interface Peer {
  id: string
  beats: number
}

/** Waits for work, whether or not it succeeds, but only for a limited time. */
async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const over = new AbortController()
  await Promise.race([work, pauseFor(ms, over.signal)]).catch(() => undefined)
  over.abort()
}
