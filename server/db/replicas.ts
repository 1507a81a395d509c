import type { FastifyBaseLogger } from 'fastify'
import { type Pause, pauseFor } from '../pause.ts'
import type { Db, ReadSql } from './db.ts'
import { IDENTITY, Replica } from './replica.ts'

/** Hot standbys of the database, on which prices are read (decision 47). */
export interface Replicas {
  /** Each statement goes to a standby that is as new as any version read so far, or to the primary. */
  readonly sql: ReadSql
  /** how many are in use */
  readonly inUse: number
  /**
   * Reads likewise, with what `work` has of its own: from the replica given, or the primary if there is none. After any failure of a
   * replica it is called again, for the primary.
   */
  read<T>(work: (replica: Replica | undefined) => Promise<T>): Promise<T>
  /** @param listener is told which one is left out from now on */
  onLost(listener: (url: string) => void): void
  start(): void
  stop(): Promise<void>
}

interface ReplicasParts {
  primary: Db
  /** of the standbys; may be none */
  urls: readonly string[]
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  pause?: Pause
}

/** How often each replica is asked how far it has come. */
const LOOK_EVERY_MS = 250

interface Watched {
  replica: Replica
  /** how far it has come; null while it is left out */
  version: number | null
  /** why it is left out; null while it is in use, undefined before the first look */
  trouble?: string | null
}

/** Prices are read on the primary alone until `start`, and if there are no replicas. */
export function createReplicas({ primary, urls, log, pause = pauseFor }: ReplicasParts): Replicas {
  const all: Watched[] = urls.map((url) => ({ replica: new Replica(url), version: null }))
  const listeners: ((url: string) => void)[] = []
  const stopping = new AbortController()
  let watching: Promise<unknown> | undefined
  let identity: string | undefined
  /** the highest version that anybody here has read */
  let required = 0
  let turn = 0

  const leaveOut = (watched: Watched, trouble: string): void => {
    const { replica, version } = watched
    watched.version = null
    if (watched.trouble !== trouble) log.warn(`replica ${replica.host} is left out: ${trouble}`)
    watched.trouble = trouble
    if (version === null) return
    replica.giveUp()
    for (const listener of listeners) listener(replica.url)
  }

  const look = async (watched: Watched): Promise<void> => {
    try {
      const state = await watched.replica.look()
      identity ??= (await primary.get<{ identity: string }>(IDENTITY))?.identity
      if (!state.standby) leaveOut(watched, 'it is not a standby')
      else if (state.identity !== identity) leaveOut(watched, 'it is of another database')
      else {
        if (watched.trouble !== null) log.info(`replica ${watched.replica.host} is in use`)
        watched.trouble = null
        watched.version = state.version
      }
    } catch (error) {
      leaveOut(watched, (error as Error).message)
    }
  }

  const watch = async (watched: Watched): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look(watched)
      await pause(LOOK_EVERY_MS, stopping.signal)
    }
  }

  /** In turns, of those that have all that was read so far. */
  const next = (): Watched | undefined => {
    const ready = all.filter(({ version }) => version !== null && version >= required)
    return ready[turn++ % ready.length]
  }

  const read = async <T>(work: (replica: Replica | undefined) => Promise<T>): Promise<T> => {
    const watched = next()
    if (!watched) return work(undefined)
    try {
      return await watched.replica.orLost(work(watched.replica))
    } catch (error) {
      // Until the next look: whether one statement failed or the replica died is not known yet.
      leaveOut(watched, (error as Error).message)
      return work(undefined)
    }
  }

  return {
    sql: {
      all: (text, ...parameters) => read((replica) => (replica?.sql ?? primary).all(text, ...parameters)),
      get: (text, ...parameters) => read((replica) => (replica?.sql ?? primary).get(text, ...parameters)),
      async version(text, ...parameters) {
        const version = await primary.version(text, ...parameters)
        required = Math.max(required, version ?? 0)
        return version
      },
    },
    get inUse() {
      return all.filter(({ version }) => version !== null).length
    },
    read,
    onLost: (listener) => listeners.push(listener),
    start() {
      watching ??= Promise.all(all.map(watch))
    },
    async stop() {
      stopping.abort()
      await watching
      for (const watched of all) watched.version = null
      await Promise.all(all.map(({ replica }) => replica.close()))
    },
  }
}
