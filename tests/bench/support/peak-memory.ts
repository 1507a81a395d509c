import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { highWaterMark } from './high-water-mark.ts'

/**
 * Module preloaded into a measured process: on exit, writes its peak memory in bytes and its processor time in seconds to
 * file descriptor 3.
 */

// Threads preload this module too and must not write.
if (isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    writeSync(3, `${highWaterMark()} ${(user + system) / 1e6}`)
  })
