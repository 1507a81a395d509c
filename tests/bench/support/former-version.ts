import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-node.ts'
import { inWorkspace } from './workspace.ts'

/**
 * The sources of an earlier commit in this run's folder, with the packages of today, to be measured beside today's.
 * @returns its folder @throws if the history does not reach back to it
 */
export function formerVersion(commit: string): string {
  const folder = inWorkspace(`version-${commit}`)
  if (!existsSync(folder)) {
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, folder])
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  }
  return folder
}
