import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { IS_QUICK } from './support/extent.ts'
import { type BenchmarkResult, type Figure, inSeconds } from './support/figures.ts'
import { removeWorkspace } from './support/workspace.ts'

/**
 * npm run bench [-- --quick] [NAMES…]: runs the benchmarks, prints their results, and replaces their rows in
 * docs/performance.md. With --quick, measures a fifth of the requests and rounds, and only prints the results.
 */

const HERE = fileURLToPath(new URL('.', import.meta.url))
const DOCUMENT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

const BENCHMARKS: Readonly<Record<string, () => Promise<BenchmarkResult>>> = {
  lists: async () => (await import('./lists/run.ts')).benchLists(),
  apply: async () => (await import('./apply/run.ts')).benchApply(),
  offline: async () => (await import('./offline/run.ts')).benchOffline(),
  phone: async () => (await import('./phone/run.ts')).benchPhone(),
  import: async () => (await import('./import/run.ts')).benchImport(),
  postgres: async () => (await import('./postgres/run.ts')).benchPostgres(),
  match: async () => (await import('./match/run.ts')).benchMatch(),
  capacity: async () => (await import('./capacity/run.ts')).benchCapacity(),
}

/** Benchmarks that take long even with --quick. */
const NOT_QUICK = ['capacity']

const COMPARED = ['ag-grid-community', 'ag-grid-react', 'echarts', 'lighthouse']

/** Installs the libraries used only for comparison, measurement or charts here, apart from the project's packages. */
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

/**
 * Replaces the benchmark's rows, which end with its name, or appends them to the table. The document has the figures with
 * a target; the others are in the printed text.
 */
function writeRows(name: string, figures: readonly Figure[]): void {
  const end = `| \`${name}\` |`
  const today = new Date().toISOString().slice(0, 10)
  const rows = figures
    .filter(({ isMet }) => isMet !== undefined)
    .map(({ figure, limit = '', now, ratio = '', target = '', isMet }) => {
      const cells = [figure, limit, now, ratio, target, isMet ? 'yes' : '**no**', today]
      return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}${end}`
    })
  const lines = readFileSync(DOCUMENT, 'utf8').split('\n')
  const first = lines.findIndex((line) => line.endsWith(end))
  const at = first < 0 ? lines.findLastIndex((line) => /^\|.*\| `\w+` \|$/.test(line)) + 1 : first
  const others = (line: string) => !line.endsWith(end)
  const written = [...lines.slice(0, at), ...rows, ...lines.slice(at).filter(others)]
  writeFileSync(DOCUMENT, written.join('\n'))
}

const names = process.argv.slice(2).filter((argument) => argument !== '--quick')
const unknown = names.filter((name) => !BENCHMARKS[name])
if (unknown.length > 0) {
  process.stderr.write(
    `No benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}\n`,
  )
  process.exit(1)
}
if (process.env.NOCMP !== '1') installCompared()
try {
  const all = Object.keys(BENCHMARKS).filter((name) => !IS_QUICK || !NOT_QUICK.includes(name))
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  process.stdout.write(`${machine}\n`)
  if (IS_QUICK) process.stdout.write('A fifth of the extent that the texts name: compare ratios alone.\n')
  for (const name of names.length > 0 ? names : all) {
    const began = performance.now()
    process.stderr.write(`── ${name}\n`)
    const { text, figures } = await (BENCHMARKS[name] as () => Promise<BenchmarkResult>)()
    process.stdout.write(`\n${text}\n`)
    process.stderr.write(`   ${inSeconds((performance.now() - began) / 1_000)}\n`)
    if (!IS_QUICK) writeRows(name, figures)
  }
} finally {
  removeWorkspace()
}
