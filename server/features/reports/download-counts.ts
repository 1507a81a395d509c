import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  DOWNLOAD_HEADER,
  type DownloadProgress,
  NOTHING_KNOWN,
} from '../../../contract/reports/download-progress.ts'
import { userOf } from '../auth/http/guard.ts'

/** Progress of the files that this server is generating, by user and by the file's name in the request header. */
export class DownloadCounts {
  readonly #counts = new Map<string, DownloadProgress>()

  /**
   * Starts counting the rows of a file, until its response was sent or the client disconnected.
   * @returns callback for the number of written rows
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

  /**
   * Returns the progress of a user's file.
   * @returns NOTHING_KNOWN for a file that this server is not generating, or not yet
   */
  of(userId: string, name: string): DownloadProgress {
    return this.#counts.get(keyOf(userId, name)) ?? NOTHING_KNOWN
  }
}

const keyOf = (userId: string, name: string): string => `${userId} ${name}`
