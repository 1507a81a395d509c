// Runs a TypeScript file for npm run import, npm run bench and others: node scripts/run.mjs [NODE OPTIONS] FILE.ts
// ARGUMENTS…
import { ensureConfigured, ensureInstalled, runTypeScript } from './setup.mjs'

const given = process.argv.slice(2)
const at = given.findIndex((text) => !text.startsWith('-'))
ensureInstalled()
ensureConfigured()
runTypeScript(given[at], given.slice(at + 1), given.slice(0, at))
