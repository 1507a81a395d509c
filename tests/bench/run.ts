import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { IS_QUICK } from './support/extent.ts'
import { inSeconds } from './support/figures.ts'
import { removeWorkspace } from './support/workspace.ts'

/**
 * npm run bench [-- --quick] [NAMES…] [CATALOG]: measures and writes each section into docs/performance.md. The catalog, a packed CSV
 * of real tyres, is for search alone. With --quick everything that has something to compare with is measured to a fifth of its
 * extent, and only printed.
 */

const HERE = fileURLToPath(new URL('.', import.meta.url))
const DOCUMENT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

const given = process.argv.slice(2).filter((argument) => argument !== '--quick')
const catalog = given.find((argument) => argument.endsWith('.csv.gz'))

const BENCHMARKS: Readonly<Record<string, () => Promise<string>>> = {
  grid: async () => (await import('./grid/run.ts')).benchGrid(),
  apply: async () => (await import('./apply/run.ts')).benchApply(),
  layouts: async () => (await import('./layouts/run.ts')).benchLayouts(),
  decisions: async () => (await import('./decisions/run.ts')).benchDecisions(),
  sort: async () => (await import('./sort/run.ts')).benchSort(),
  lists: async () => (await import('./lists/run.ts')).benchLists(),
  postgres: async () => (await import('./postgres/run.ts')).benchPostgres(),
  loop: async () => (await import('./loop/run.ts')).benchLoop(),
  today: async () => (await import('./today/run.ts')).benchToday(),
  'sign-ins': async () => (await import('./sign-ins/run.ts')).benchSignIns(),
  load: async () => (await import('./load/run.ts')).benchLoad(),
  faults: async () => (await import('./faults/run.ts')).benchFaults(),
  fuzz: async () => (await import('./fuzz/run.ts')).benchFuzz(),
  guess: async () => (await import('./guess/run.ts')).benchGuess(),
  search: async () => (await import('./search/run.ts')).benchSearch(catalog),
  import: async () => (await import('./import/run.ts')).benchImport(),
  growth: async () => (await import('./growth/run.ts')).benchGrowth(),
  history: async () => (await import('./history/run.ts')).benchHistory(),
  export: async () => (await import('./export/run.ts')).benchExport(),
  notifications: async () => (await import('./notifications/run.ts')).benchNotifications(),
  offline: async () => (await import('./offline/run.ts')).benchOffline(),
  firefox: async () => (await import('./firefox/run.ts')).benchFirefox(),
  push: async () => (await import('./push/run.ts')).benchPush(),
}

/** They have nothing to compare with, or always take their time. */
const NOT_QUICK = [
  'layouts',
  'decisions',
  'today',
  'load',
  'faults',
  'fuzz',
  'guess',
  'search',
  'growth',
  'history',
  'firefox',
]

const COMPARED = ['exceljs', 'ag-grid-community', 'echarts', 'lighthouse']

/** Libraries used only for comparison, measurement or charts are installed here, apart from the project's packages. */
function installCompared(): void {
  if (COMPARED.every((name) => existsSync(`${HERE}node_modules/${name}`))) return
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', HERE, '--no-package-lock', '--loglevel=error'],
    {
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('the libraries to compare with could not be installed')
}

function writeSection(name: string, text: string): void {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const document = readFileSync(DOCUMENT, 'utf8')
  const before = document.slice(0, document.indexOf(open) + open.length)
  const after = document.slice(document.indexOf(close))
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  writeFileSync(
    DOCUMENT,
    `${before}\n_${machine}, ${new Date().toISOString().slice(0, 10)}_\n\n${text.trim()}\n${after}`,
  )
}

const asked = given.filter((argument) => argument !== catalog)
const unknown = asked.filter((name) => !BENCHMARKS[name])
if (unknown.length > 0) {
  process.stderr.write(
    `No benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}\n`,
  )
  process.exit(1)
}
if (process.env.NOCMP !== '1') installCompared()
try {
  const all = Object.keys(BENCHMARKS).filter((name) => !IS_QUICK || !NOT_QUICK.includes(name))
  if (IS_QUICK) process.stdout.write('A fifth of the extent that the texts name: compare ratios alone.\n')
  for (const name of asked.length > 0 ? asked : all) {
    const began = performance.now()
    process.stderr.write(`── ${name}\n`)
    const text = await (BENCHMARKS[name] as () => Promise<string>)()
    process.stdout.write(`\n${text}\n`)
    process.stderr.write(`   ${inSeconds((performance.now() - began) / 1_000)}\n`)
    if (!IS_QUICK) writeSection(name, text)
  }
} finally {
  removeWorkspace()
}
