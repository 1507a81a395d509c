import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../../dist')

interface BuiltChunk {
  file: string
  name?: string
  /** keys of the chunks that this chunk imports statically */
  imports?: string[]
  css?: string[]
}

/** Returns the chunks of a build, keyed by the path of a lazily loaded module or by the bundler's own name. */
export function builtChunks(dist = DIST): Record<string, BuiltChunk> {
  return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
}

/**
 * Returns the path of a module's built file, relative to the app's URL, such as 'assets/BTalMeYw.js'.
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

/** Returns the files that the browser loads for these modules, including static imports. */
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
