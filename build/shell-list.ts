import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface ShellFile {
  url: string
  revision: string | null
}

/**
 * Writes the list of the shell's files to a file of its own, which the worker reads during installation: a list
 * inside the worker would be parsed at each of
 * its starts and be a tenth of its code.
 */
export function shellList() {
  let outDir: string
  /** `vite build --outDir` may name another folder than dist/. */
  const plugin: Plugin = {
    name: 'shell-list',
    configResolved(config) {
      outDir = config.build.outDir
    },
  }
  /** In the worker's build: inserts only the URL of the list, whose hash identifies the build. */
  const transform = (files: readonly ShellFile[]) => {
    const list = JSON.stringify(files.map(({ url, revision }) => ({ url, revision })))
    const url = `assets/shell-${createHash('sha256').update(list).digest('base64url').slice(0, 12)}.json`
    writeFileSync(join(outDir, url), list)
    return { manifest: [{ url, revision: null, size: list.length }] }
  }
  return { plugin, transform }
}
