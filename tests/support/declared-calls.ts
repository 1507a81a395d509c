import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../../contract/lib/call.ts'

const CONTRACT = join(import.meta.dirname, '../../contract')

/** Returns all calls that the contract declares. */
export async function declaredCalls(): Promise<Call[]> {
  const files = globSync(['*/*-calls.ts', 'sources/held-runs.ts'], { cwd: CONTRACT })
  const modules = await Promise.all(files.map((file) => import(join(CONTRACT, file))))
  return modules.flatMap((module: object) =>
    Object.entries(module).flatMap(([name, calls]) =>
      name.endsWith('_CALLS') ? Object.values(calls as Record<string, Call>) : [],
    ),
  )
}
