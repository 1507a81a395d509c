// npm run flake [-- NUMBER…]: runs the whole suite five times, three times with all cores busy, and prints how often
// each test failed. With numbers, runs only these of the five runs, because all of them take hours. A test that passes
// only on an idle machine hides a race: fix it rather than retry it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureInstalled, NODE, ROOT, say } from './setup.mjs'

const RUNS = [
  { number: 1, busy: false },
  { number: 2, busy: true },
  { number: 3, busy: true },
  { number: 4, busy: false },
  { number: 5, busy: true },
]
/** Patterns of the output lines that report a failed step, unit test or browser test. */
const FAILURES = [/^✗ (.+?), [\d.]+ s$/, /^\s*FAIL\s+(.+)$/, /^\s*✘\s+\d+\s+(.+?)(?: \([\d.]+m?s\))?$/]

/** Starts an endless loop per core, at the same priority as the tests. */
function keepBusy() {
  const workers = Array.from({ length: availableParallelism() }, () =>
    spawn(NODE, ['-e', 'for (;;) Math.sqrt(Math.random())'], { stdio: 'ignore' }),
  )
  return () => {
    for (const worker of workers) worker.kill('SIGKILL')
  }
}

function failuresIn(output) {
  const lines = stripVTControlCharacters(output).split('\n')
  const names = lines.flatMap(
    (line) => FAILURES.map((pattern) => pattern.exec(line)?.[1]).find(Boolean) ?? [],
  )
  return new Set(names.map((name) => name.trim()))
}

const wanted = process.argv.slice(2).map(Number)
const runs = RUNS.filter(({ number }) => wanted.length === 0 || wanted.includes(number))
if (runs.length === 0 || wanted.some((number) => !RUNS.some((run) => run.number === number))) {
  say(`Usage: npm run flake [-- NUMBER…], numbers from 1 to ${RUNS.length}`)
  process.exit(2)
}

ensureInstalled()
const logs = mkdtempSync(join(tmpdir(), 'prices-flake-'))
const counts = new Map()
let failedRuns = 0
for (const { number, busy } of runs) {
  const relax = busy ? keepBusy() : () => {}
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'test.mjs')], {
    cwd: ROOT,
    env: { ...process.env, CI: 'true' },
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  })
  relax()
  const output = `${stdout}\n${stderr}`
  writeFileSync(join(logs, `run-${number}.log`), output)
  const failures = failuresIn(output)
  if (status !== 0) failedRuns++
  for (const name of failures) counts.set(name, (counts.get(name) ?? 0) + 1)
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  say(
    `run ${number} of ${RUNS.length}${busy ? ', cores busy' : ''}: ${status === 0 ? 'passed' : 'FAILED'}, ${minutes} min`,
  )
}
for (const [name, count] of [...counts].sort((a, b) => b[1] - a[1]))
  say(`${count} of ${runs.length}  ${name}`)
say(
  failedRuns === 0
    ? 'Nothing failed.'
    : `${failedRuns} of ${runs.length} runs failed; their output is in ${logs}`,
)
process.exit(failedRuns === 0 ? 0 : 1)
