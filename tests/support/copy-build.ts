import { cpSync } from 'node:fs'

/**
 * Copies a build for a test to change, without the compressed files, which the server would send instead of the
 * changed ones.
 */
export function copyBuild(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
}
