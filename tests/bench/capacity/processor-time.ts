import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in which Linux counts processor time. */
const TICKS = 100

/** Fields of /proc/PID/stat after the program's name: parent, and processor time of a process and its ended children. */
function statOf(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent: fields[1] as number, ticks: user + system + endedUser + endedSystem }
  } catch {
    return undefined
  }
}

export const parentOf = (pid: number): number => statOf(pid)?.parent ?? Number.NaN

/** Returns the processor time in ms of a process and its children, ended ones included. Linux only. */
export function processorTime(pid: number): number {
  const children = readdirSync('/proc')
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid)
  const ticks = children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), statOf(pid)?.ticks ?? Number.NaN)
  return (ticks * 1_000) / TICKS
}
