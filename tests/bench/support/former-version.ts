import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-node.ts'
import { inWorkspace } from './workspace.ts'

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/**
 * The sources as they were before a file was added, in this run's folder, with the packages of today, to be measured beside today's.
 * Not by the name of a commit, which is another one once the history has been applied elsewhere.
 * @returns their folder @throws if the history does not reach back to it
 */
export function versionBefore(file: string): string {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', file).split('\n').at(-1)
  if (!added) throw new Error(`the history does not reach back to ${file}`)
  const commit = git('rev-parse', `${added}^`)
  const folder = inWorkspace(`version-${commit}`)
  if (!existsSync(folder)) {
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, folder])
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  }
  return folder
}
