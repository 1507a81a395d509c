import { existsSync, readFileSync, writeSync } from 'node:fs'

/** Preloaded into a measured process: on exit it reports its peak memory, in bytes, on file descriptor 3. */

const STATUS = '/proc/self/status'

/**
 * On Linux VmHWM is the peak of this program; getrusage also counts the parent's memory at the time of the fork.
 */
function peakMemory(): number {
  const kilobytes = existsSync(STATUS) ? /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined
  return 1024 * Number(kilobytes ?? process.resourceUsage().maxRSS)
}

process.on('exit', () => {
  writeSync(3, String(peakMemory()))
})
