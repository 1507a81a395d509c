import type { FastifyBaseLogger } from 'fastify'
import { type Pause, pauseFor } from '../repeating-task.ts'
import { DatabaseUnavailable, type Db, type ReadSql } from './db.ts'
import { IDENTITY, Replica } from './replica.ts'

/** Hot standbys of the database from which prices are read (decision 47). */
export interface Replicas {
  /**
   * sends each statement, or group of statements, to a standby whose data is at least as recent as every version read
   * so far, or else to the primary
   */
  readonly sql: ReadSql
  readonly inUse: number
  /**
   * calls `work` with a suitable replica, or with undefined for the primary. After any failure of the replica, `work`
   * is called again for the primary.
   */
  read<T>(work: (replica: Replica | undefined) => Promise<T>): Promise<T>
  /** @param listener called with the URL of a replica that is no longer used */
  onLost(listener: (url: string) => void): void
  start(): void
  stop(): Promise<void>
}

interface ReplicasParts {
  primary: Db
  /** URLs of the standbys; may be empty */
  urls: readonly string[]
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  pause?: Pause
  lookMs?: number
}

const LOOK_EVERY_MS = 250
/** Maximum time in ms of a state query: a dead replica is noticed within a second. */
const LOOK_MS = 700

type Trouble = 'it does not answer' | 'it is not a standby' | 'it is of another database'

interface Watched {
  replica: Replica
  /** version of the replica's data; null while the replica is not used */
  version: number | null
  /** reason why the replica is not used; null while it is used, undefined before the first state query */
  trouble?: Trouble | null
  /** message of the last failed statement */
  failure?: string
}

/** Creates the replicas. Before `start`, or without replicas, prices are read only from the primary. */
export function createReplicas(parts: ReplicasParts): Replicas {
  const { primary, urls, log, pause = pauseFor, lookMs = LOOK_MS } = parts
  const all: Watched[] = urls.map((url) => ({ replica: new Replica(url, lookMs), version: null }))
  const listeners: ((url: string) => void)[] = []
  const stopping = new AbortController()
  let isStarted = false
  let identity: string | undefined
  /** highest version read so far on this server */
  let required = 0
  let turn = 0

  const leaveOut = (watched: Watched, trouble: Trouble, details = ''): void => {
    const { replica, version } = watched
    watched.version = null
    if (watched.trouble !== trouble) log.warn(`replica ${replica.host} is left out: ${trouble}${details}`)
    watched.trouble = trouble
    if (version === null) return
    replica.giveUp()
    for (const listener of listeners) listener(replica.url)
  }

  const look = async (watched: Watched): Promise<void> => {
    const state = await watched.replica.look().catch((error: Error) => error)
    if (stopping.signal.aborted) return
    if (state instanceof Error) return leaveOut(watched, 'it does not answer', ` (${state.message})`)
    // If the primary's identity cannot be read, the next state query tries again.
    identity ??= await primary.get<{ identity: string }>(IDENTITY).then(
      (row) => row?.identity,
      () => undefined,
    )
    if (identity === undefined || stopping.signal.aborted) return
    if (!state.standby) return leaveOut(watched, 'it is not a standby')
    if (state.identity !== identity) return leaveOut(watched, 'it is of another database')
    if (watched.trouble !== null) log.info(`replica ${watched.replica.host} is in use`)
    watched.trouble = null
    watched.version = state.version
  }

  const watch = async (watched: Watched): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look(watched)
      await pause(LOOK_EVERY_MS, stopping.signal)
    }
  }

  /** Returns the next of the replicas that have all data read so far; undefined if none has. */
  const next = (): Watched | undefined => {
    const ready = all.filter(({ version }) => version !== null && version >= required)
    return ready[turn++ % ready.length]
  }

  const read = async <T>(work: (replica: Replica | undefined) => Promise<T>): Promise<T> => {
    const watched = next()
    if (!watched) return work(undefined)
    const { replica } = watched
    try {
      return await replica.orLost(work(replica))
    } catch (error) {
      const { message } = error as Error
      // The replica is not used until the next state query: it is unknown whether only a connection broke or the
      // replica died.
      if (error instanceof DatabaseUnavailable) leaveOut(watched, 'it does not answer', ` (${message})`)
      else if (watched.failure !== message)
        log.warn(`replica ${replica.host}: a statement failed: ${message}`)
      watched.failure = message
      return work(undefined)
    }
  }

  const version: ReadSql['version'] = async (text, ...parameters) => {
    const read = await primary.version(text, ...parameters)
    required = Math.max(required, read ?? 0)
    return read
  }
  const readOn = (sql: Pick<ReadSql, 'all' | 'get'>): ReadSql => {
    const one: ReadSql = {
      all: (text, ...parameters) => sql.all(text, ...parameters),
      get: (text, ...parameters) => sql.get(text, ...parameters),
      version,
      together: (work) => work(one),
    }
    return one
  }

  return {
    sql: {
      all: (text, ...parameters) => read((replica) => (replica?.sql ?? primary).all(text, ...parameters)),
      get: (text, ...parameters) => read((replica) => (replica?.sql ?? primary).get(text, ...parameters)),
      version,
      together: (work) => read((replica) => work(readOn(replica?.sql ?? primary))),
    },
    get inUse() {
      return all.filter(({ version }) => version !== null).length
    },
    read,
    onLost: (listener) => listeners.push(listener),
    start() {
      if (isStarted) return
      isStarted = true
      for (const watched of all) void watch(watched)
    },
    async stop() {
      stopping.abort()
      for (const watched of all) watched.version = null
      await Promise.all(all.map(({ replica }) => replica.close()))
    },
  }
}
