import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface ShellFile {
  url: string
  revision: string | null
}

/** Entry that vite-plugin-pwa adds to the worker's list; the list of the shell's files has it already. */
const OF_PLUGIN = /,\s*\{"revision":"\w+","url":"manifest\.webmanifest"\}/

/**
 * Writes the list of the shell's files to a file of its own, which the worker reads during installation. A list inside
 * the worker would be a tenth of its code and would be parsed at each start.
 */
export function shellList() {
  let outDir: string
  /** Records the output folder, because `vite build --outDir` may name another one than dist/. */
  const plugin: Plugin = {
    name: 'shell-list',
    configResolved(config) {
      outDir = config.build.outDir
    },
    closeBundle: {
      // Runs after the service worker has been written, which happens in the same hook.
      order: 'post',
      sequential: true,
      handler(error) {
        const worker = join(outDir, 'sw.js')
        if (!error) writeFileSync(worker, readFileSync(worker, 'utf8').replace(OF_PLUGIN, ''))
      },
    },
  }
  /** For the worker's build: writes the list, and inserts only its URL, whose hash identifies the build. */
  const transform = (files: readonly ShellFile[]) => {
    const list = JSON.stringify(files.map(({ url, revision }) => ({ url, revision })))
    const url = `assets/shell-${createHash('sha256').update(list).digest('base64url').slice(0, 12)}.json`
    writeFileSync(join(outDir, url), list)
    return { manifest: [{ url, revision: null, size: list.length }] }
  }
  return { plugin, transform }
}
