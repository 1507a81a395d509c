import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failAt, version } from '../manifest.mjs'

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
}
