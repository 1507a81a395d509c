import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  DOWNLOAD_HEADER,
  type DownloadProgress,
  NOTHING_KNOWN,
} from '../../../contract/reports/download-progress.ts'
import { userOf } from '../auth/http/guard.ts'

/** How far the files are that this server is making, by user and by the name that the request gave them. */
export class DownloadCounts {
  readonly #counts = new Map<string, DownloadProgress>()

  /**
   * Begins to count the rows of a file, until its answer has been sent or its client has gone.
   * @returns is told of rows that were written
   */
  begin(request: FastifyRequest, reply: FastifyReply, total: number): (rows: number) => void {
    const count = { rows: 0, total }
    const name = request.headers[DOWNLOAD_HEADER]
    if (typeof name === 'string' && !reply.raw.destroyed) {
      const key = keyOf(userOf(request).id, name)
      this.#counts.set(key, count)
      reply.raw.once('close', () => {
        if (this.#counts.get(key) === count) this.#counts.delete(key)
      })
    }
    return (rows) => {
      count.rows += rows
    }
  }

  /** @returns NOTHING_KNOWN of a file that this server does not write for this user, or not yet */
  of(userId: string, name: string): DownloadProgress {
    return this.#counts.get(keyOf(userId, name)) ?? NOTHING_KNOWN
  }
}

const keyOf = (userId: string, name: string): string => `${userId} ${name}`
