import { join } from 'node:path'
import type { Rolldown } from 'vite'

type NameOf = (id: string, graph: Rolldown.ChunkingContext) => string | null

/**
 * Groups of modules that several chunks share, each built as one file: on a phone a request costs more than a few
 * kilobytes. Modules of the report and its frame come first, so that a report loads no shared module that it does not
 * use; then those of the report's other layouts and of the home page; then those that at least three chunks share.
 */
export function sharedGroups() {
  return [
    { name: partOf('src/app/SignedInRoutes.tsx', 'src/features/report/ReportPage.tsx'), minShareCount: 2 },
    { name: partOf('src/features/report/layouts/other-layouts.ts'), minShareCount: 2 },
    { name: partOf('src/features/home/HomePage.tsx'), minShareCount: 2 },
    { name: 'shared', minShareCount: 3 },
  ].map((group) => ({ ...group, debugName: 'shared' }))
}

/** Returns a function that names the group of the modules which these modules import, at any depth. */
function partOf(...modules: string[]): NameOf {
  let imported: Set<string> | undefined
  return (id, graph) => {
    imported ??= importedBy(modules, graph)
    return imported.has(id) ? 'shared' : null
  }
}

function importedBy(modules: readonly string[], graph: Rolldown.ChunkingContext): Set<string> {
  const imported = new Set(modules.map((path) => join(import.meta.dirname, '..', path)))
  // A set also iterates over what is added meanwhile.
  for (const id of imported) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) imported.add(next)
  return imported
}
