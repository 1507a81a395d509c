import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const VITE = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js')

/**
 * Builds the real app into a folder of the test's own. @param env variables of the build, such as VITE_APP_VERSION
 */
export function buildApp(outDir: string, env: Readonly<Record<string, string>>): void {
  execFileSync(process.execPath, [VITE, 'build', '--outDir', outDir], {
    env: { ...process.env, ...env },
    stdio: 'pipe',
  })
}
