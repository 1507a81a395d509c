import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../../dist')

interface BuiltChunk {
  file: string
  name?: string
}

/**
 * The path below the app's address at which a build has this code, such as 'assets/BTalMeYw.js'.
 * @param code a module that is loaded when it is needed, or the name of a group of them (chunk-groups.config.ts)
 */
export function builtFile(code: string, dist = DIST): string {
  const manifest: Record<string, BuiltChunk> = JSON.parse(
    readFileSync(join(dist, '.vite/manifest.json'), 'utf8'),
  )
  const chunk = manifest[code] ?? Object.values(manifest).find(({ name }) => name === code)
  if (!chunk) throw new Error(`the build has no file of ${code}`)
  return chunk.file
}
