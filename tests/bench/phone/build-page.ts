import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { precompress } from '../../../build/precompress.ts'
import { builtApp } from '../support/built-app.ts'

/** Address of the plain page on the app's own server. */
export const PLAIN_PAGE = '/plain/index.html'

/** Builds the plain page into the folder of the built app, compressed alike, so that one server sends both. */
export async function buildPlainPage(): Promise<void> {
  const outDir = join(builtApp(), 'plain')
  await build({
    root: fileURLToPath(new URL('./page', import.meta.url)),
    base: '/plain/',
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), precompress()],
    build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 2000 },
  })
}
