// npm run mutants: proves that the tests detect deliberate faults (scripts/mutants.list.mjs). Applies each fault to a
// temporary copy of the sources, runs the tests that must detect it, and exits with 1 if a fault goes undetected.
// Options: --only N runs one fault; --check only verifies that each text occurs once and that each test exists.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { MUTANTS } from './mutants.list.mjs'
import { NODE, ROOT, say } from './setup.mjs'

const { values: options } = parseArgs({ options: { only: { type: 'string' }, check: { type: 'boolean' } } })
const chosen = MUTANTS.map((mutant, index) => ({ ...mutant, number: index + 1 })).filter(
  ({ number }) => options.only === undefined || number === Number(options.only),
)

const rotten = chosen.flatMap(problemsOf)
for (const problem of rotten) say(problem)
if (rotten.length > 0 || chosen.length === 0) process.exit(1)
if (options.check) {
  say(`${chosen.length} faults, each with its text and its tests`)
  process.exit(0)
}

const copy = copySources()
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

// The tests must pass without a fault: a test that fails anyway would seem to detect every fault.
if (!passes(chosen)) {
  say('The tests fail without a fault')
  process.exit(1)
}
const survivors = chosen.filter((mutant) => !isCaught(mutant))
say(`${chosen.length - survivors.length} of ${chosen.length} faults caught`)
process.exit(survivors.length === 0 ? 0 : 1)

/** @returns reasons why a fault is unusable: a missing or repeated text, or a missing test */
function problemsOf({ number, file, text, tests }) {
  const path = join(ROOT, file)
  const found = existsSync(path) ? readFileSync(path, 'utf8').split(text).length - 1 : 0
  const missing = tests.filter((test) => !existsSync(join(ROOT, test)))
  return [
    ...(found === 1 ? [] : [`${number}: ${file} has the text ${found} times: ${text}`]),
    ...missing.map((test) => `${number}: there is no ${test}`),
  ]
}

/** Copies the tracked and new files, and links the packages. */
function copySources() {
  const folder = mkdtempSync(join(tmpdir(), 'prices-mutants-'))
  const git = ['ls-files', '--cached', '--others', '--exclude-standard']
  const listed = spawnSync('git', git, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const file of listed.stdout.split('\n')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function isCaught(mutant) {
  const path = join(copy, mutant.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    before.replace(mutant.text, () => mutant.by),
  )
  const caught = !passes([mutant])
  writeFileSync(path, before)
  say(`${caught ? 'caught  ' : 'SURVIVED'} ${mutant.number} ${mutant.file}: ${mutant.by.trim()}`)
  return caught
}

/** @returns whether the tests of these faults pass */
function passes(mutants) {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
  return spawnSync(NODE, [vitest, 'run', '--bail=1', ...tests], { cwd: copy, stdio: 'ignore' }).status === 0
}
