import { readFileSync } from 'node:fs'

/** Bytes that a process holds in memory, as Linux counts them; NaN elsewhere. */
export function residentMemory(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}
