import { existsSync, readFileSync } from 'node:fs'

const STATUS = '/proc/self/status'

/**
 * Returns the peak memory of this process so far in bytes. On Linux, VmHWM is the peak of this program alone; getrusage
 * also counts the parent's memory at the time of the fork.
 */
export function highWaterMark(): number {
  const kilobytes = existsSync(STATUS) ? /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined
  return 1024 * Number(kilobytes ?? process.resourceUsage().maxRSS)
}
