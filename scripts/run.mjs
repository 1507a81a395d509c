// npm run import, npm run bench and the like: node scripts/run.mjs [OPTIONS OF NODE] FILE.ts ARGUMENTS…
import { ensureConfigured, ensureInstalled, runTypeScript } from './setup.mjs'

const given = process.argv.slice(2)
const at = given.findIndex((text) => !text.startsWith('-'))
ensureInstalled()
ensureConfigured()
runTypeScript(given[at], given.slice(at + 1), given.slice(0, at))
