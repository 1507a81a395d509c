import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../../dist')

interface BuiltChunk {
  file: string
  name?: string
  /** keys of chunks that it imports statically */
  imports?: string[]
  css?: string[]
}

/** Returns the chunks of a build by the path of a lazily loaded module, or by a name of the bundler's own. */
export function builtChunks(dist = DIST): Record<string, BuiltChunk> {
  return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
}

/**
 * Returns the path of code in a build below the app's address, such as 'assets/BTalMeYw.js'.
 * @param code path of a lazily loaded module
 */
export function builtFile(code: string, dist = DIST): string {
  const chunks = builtChunks(dist)
  const chunk = chunks[code]
  if (!chunk) throw new Error(`the build has no file of ${code}`)
  return chunk.file
}

export const SIGN_IN = ['index.html']
export const REPORT = [...SIGN_IN, 'src/app/SignedInRoutes.tsx', 'src/features/report/ReportPage.tsx']

/** Returns the files that these modules load, including static imports. */
export function filesOf(modules: readonly string[]): { scripts: string[]; styles: string[] } {
  const chunks = builtChunks()
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const { file, imports = [], css = [] } = chunks[key] as BuiltChunk
    if (scripts.has(file)) return
    scripts.add(file)
    for (const style of css) styles.add(style)
    imports.forEach(visit)
  }
  modules.forEach(visit)
  return { scripts: [...scripts], styles: [...styles] }
}
