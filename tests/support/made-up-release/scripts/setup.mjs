import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failAt, hostile, version } from '../manifest.mjs'

const ROOT = join(import.meta.dirname, '..')

export function ensureInstalled() {
  // Packages must not see the settings.
  if (process.env.AUTH_SECRET) throw new Error('ensureInstalled sees AUTH_SECRET')
  const bin = join(ROOT, 'node_modules/node/bin')
  if (existsSync(bin)) return
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
}

export function ensureBuilt() {
  failAt('build')
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(join(ROOT, 'dist/index.html'), version)
  if (hostile) beHostile()
}

/** Does what a malicious package would: plants code where root would run it, reads the data, and stays. */
function beHostile() {
  for (const name of ['update.mjs', 'planted.mjs']) writeFileSync(join(ROOT, 'deploy', name), 'hostile')
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  child.unref()
  const loot = { uid: process.getuid(), pid: child.pid, read: hostile.filter(isReadable) }
  writeFileSync(join(ROOT, 'dist/loot.json'), JSON.stringify(loot))
}

function isReadable(path) {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
