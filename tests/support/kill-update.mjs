// Preloaded into deploy/update.mjs (node --import): kills it by SIGKILL at a place named by KILL_AT: a step of its
// journal ("stop"), as soon as that is recorded; a program that it starts ("setup.mjs"), as soon as that runs; or a
// number n: before its n-th change of files or start of a program.
import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { KILL_AT } = process.env
const CHANGES = ['mkdirSync', 'renameSync', 'rmSync', 'symlinkSync', 'writeFileSync']

let changes = 0
const kill = () => process.kill(process.pid, 'SIGKILL')
const count = () => {
  changes++
  if (String(changes) === KILL_AT) kill()
}

for (const name of CHANGES) {
  const original = fs[name]
  fs[name] = (...args) => {
    count()
    const result = original(...args)
    const isJournal = name === 'renameSync' && String(args[1]).endsWith('update.json')
    if (isJournal && JSON.parse(fs.readFileSync(args[1], 'utf8')).step === KILL_AT) kill()
    return result
  }
}

const { spawn } = childProcess
childProcess.spawn = (file, args, options) => {
  count()
  const child = spawn(file, args, options)
  // Also while the program runs.
  count()
  if (KILL_AT && Number.isNaN(Number(KILL_AT)) && args.some((arg) => arg.includes(KILL_AT))) kill()
  return child
}
syncBuiltinESMExports()
