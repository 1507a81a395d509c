import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { builtFile } from './built-file.ts'

const DIST = join(import.meta.dirname, '../../dist')

/**
 * Copies a build so that a test can change it. Leaves out compressed files, which the server would send instead of
 * changed ones.
 */
export function copyBuild(to: string, from = DIST): void {
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) })
}

/** Copies dist/ as if it had been built from another version: files whose content differs get other names. */
export function copyVersion(to: string, version: string): void {
  copyBuild(to)
  const assets = join(to, 'assets')
  const entry = basename(builtFile('index.html', to))
  edit(join(assets, entry), /(?<=dataset\.version=)(["'`])[^"'`]*\1/, JSON.stringify(version))
  const renamed = importersOf(entry, assets)
  const names = new RegExp(renamed.map((name) => RegExp.escape(name)).join('|'), 'g')
  const files = [
    ...readdirSync(assets).map((name) => join('assets', name)),
    'index.html',
    'login.html',
    'sw.js',
    '.vite/manifest.json',
  ]
  for (const file of files) edit(join(to, file), names, `${version}-$&`)
  for (const name of renamed) renameSync(join(assets, name), join(assets, `${version}-${name}`))
  // The worker downloads index.html again only if its revision has changed.
  const list = readdirSync(assets).find((name) => name.startsWith(`${version}-shell-`)) as string
  edit(join(assets, list), /(?<="index\.html","revision":")\w+/, version)
}

/** Returns an asset and all assets that contain its name, directly or through other assets. */
function importersOf(asset: string, assets: string): string[] {
  const texts = new Map(readdirSync(assets).map((name) => [name, readFileSync(join(assets, name), 'utf8')]))
  const found = [asset]
  for (const imported of found) {
    for (const [name, text] of texts) if (!found.includes(name) && text.includes(imported)) found.push(name)
  }
  return found
}

/** Copies dist/ with another public key for push messages. @throws if dist/ was built without one */
export function copyWithPushKey(to: string, publicKey: string): void {
  copyBuild(to)
  const assets = join(to, 'assets')
  const edited = readdirSync(assets).map((name) => edit(join(assets, name), PUSH_KEY, publicKey))
  if (!edited.includes(true))
    throw new Error('dist/ has no push key: `npm start` creates one and builds it in')
}

/** Matches an uncompressed point of P-256 in base64url. */
const PUSH_KEY = /(?<=["'`])B[\w-]{86}(?=["'`])/g

/**
 * Replaces a text in a file.
 * @returns whether the file contained the text
 */
function edit(path: string, text: RegExp, replacement: string): boolean {
  const before = readFileSync(path, 'utf8')
  const after = before.replace(text, replacement)
  if (after !== before) writeFileSync(path, after)
  return after !== before
}
