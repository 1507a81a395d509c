import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import project from '../../../vite.config.ts'

const BENCH = fileURLToPath(new URL('..', import.meta.url))
const PAGE = fileURLToPath(new URL('./page', import.meta.url))

/** Installs the benchmarks' libraries on first use, because they are not part of the project. */
function installLibraries(): void {
  if (existsSync(join(BENCH, 'node_modules/ag-grid-community'))) return
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', BENCH, '--no-audit', '--no-fund', '--no-package-lock'],
    {
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('npm install in tests/bench failed')
}

type Chunks = Map<string, Rolldown.OutputChunk>

function withImports(name: string, chunks: Chunks, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const imported of chunks.get(name)?.imports ?? []) withImports(imported, chunks, found)
  return found
}

/** Gzipped bytes of script that each variant adds to a page with React and the data. */
function scriptSizes(chunks: Chunks): Record<string, number> {
  const entry = [...chunks.values()].find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('the page has no entry')
  const shared = withImports(entry.fileName, chunks)
  const sizes = entry.dynamicImports.map((name) => {
    const own = [...withImports(name, chunks)].filter((part) => !shared.has(part))
    const bytes = own.map((part) => gzipSync(chunks.get(part)?.code ?? '').length)
    return [chunks.get(name)?.name ?? name, bytes.reduce((sum, size) => sum + size, 0)] as const
  })
  return Object.fromEntries(sizes)
}

export interface BuiltPage {
  directory: string
  /** gzipped bytes by name of the variant's module */
  sizes: Record<string, number>
}

/** Builds the page with the project's settings into a new temporary directory. */
export async function buildPage(): Promise<BuiltPage> {
  installLibraries()
  const directory = await mkdtemp(join(tmpdir(), 'grid-bench-'))
  const result = await build({
    root: PAGE,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    css: { ...project.css },
    build: { outDir: directory, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 2000 },
  })
  if (!('output' in result)) throw new Error('the build gave no output')
  const chunks = result.output.filter((part) => part.type === 'chunk')
  return { directory, sizes: scriptSizes(new Map(chunks.map((chunk) => [chunk.fileName, chunk]))) }
}
