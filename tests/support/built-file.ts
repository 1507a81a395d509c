import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../../dist')

/** The path below the app's address at which a build has this module, such as 'assets/BTalMeYw.js'. */
export function builtFile(source: string, dist = DIST): string {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  return manifest[source].file
}
