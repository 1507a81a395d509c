// npm run import, npm run bench and the like: node scripts/run.mjs FILE.ts ARGUMENTS…
import { ensureConfigured, ensureInstalled, runTypeScript } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
ensureInstalled()
ensureConfigured()
runTypeScript(file, args)
