import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface ShellFile {
  url: string
  revision: string | null
}

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
