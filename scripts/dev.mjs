// npm run dev: runs the server, which restarts on each change, and Vite with hot reload, at one URL. The service worker
// is off, because it would serve stale files; npm run dev -- --sw turns it on.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endWithParent, ensureConfigured, ensureInstalled, NODE, ROOT, say } from './setup.mjs'

const API_PORT = process.env.DEV_API_PORT ?? '3001'
const PAGE_PORT = process.env.DEV_PORT ?? '5173'

ensureInstalled()
ensureConfigured()

const env = { DATA_DIR: 'data/dev', ...process.env, PORT: API_PORT, HOST: 'localhost' }
const envFile = `--env-file-if-exists=${join(ROOT, '.env.local')}`
const server = spawn(NODE, ['--watch', '--watch-preserve-output', envFile, 'server/main.ts', '--wire-only'], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
})
const vite = spawn(NODE, [join(ROOT, 'node_modules/vite/bin/vite.js'), '--port', PAGE_PORT, '--strictPort'], {
  cwd: ROOT,
  env: {
    ...process.env,
    DEV_API: `http://localhost:${API_PORT}`,
    ...(process.argv.includes('--sw') ? { VITE_DEV_WORKER: '1' } : {}),
  },
  stdio: 'inherit',
})
say(`The app: http://localhost:${PAGE_PORT}`)

const children = [server, vite]
const end = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
for (const child of children) {
  endWithParent(child)
  child.on('exit', end)
}
