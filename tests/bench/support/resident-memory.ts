import { readFileSync } from 'node:fs'

/** Returns the resident memory of a process in bytes, as counted by Linux; NaN on other systems. */
export function residentMemory(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}
