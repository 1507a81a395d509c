import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|html|svg|json|webmanifest)$/

/**
 * Encodings at their highest level, because a file is compressed once and sent many times. The server looks for these
 * extensions (server/platform/http/app-files.ts).
 */
const ENCODINGS = [
  { extension: '.br', compress: promisify(brotliCompress) },
  { extension: '.gz', compress: (content: Buffer) => promisify(gzip)(content, { level: 9 }) },
]

/** Writes a compressed copy beside every text file of the build, if it is smaller. */
export function precompress(): Plugin {
  let outDir: string
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    closeBundle: {
      // Runs after the service worker has been written, which happens in the same hook.
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return
        const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && TEXT.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name))
        await Promise.all(files.map(precompressFile))
      },
    },
  }
}

async function precompressFile(file: string): Promise<void> {
  const content = readFileSync(file)
  for (const { extension, compress } of ENCODINGS) {
    const compressed = await compress(content)
    if (compressed.length < content.length) writeFileSync(file + extension, compressed)
  }
}
