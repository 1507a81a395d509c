import { spawnSync } from 'node:child_process'
import { ROOT } from './run-node.ts'
import { inWorkspace } from './workspace.ts'

let built: string | undefined

/** Returns the folder of the built app, which is built once per run. */
export function builtApp(): string {
  built ??= build(inWorkspace('dist'))
  return built
}

function build(dist: string): string {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', dist, '--logLevel', 'error'],
    { cwd: ROOT, stdio: 'inherit' },
  )
  if (status !== 0) throw new Error('the app could not be built')
  return dist
}
