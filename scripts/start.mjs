import { ensureBuilt, ensureConfigured, ensureInstalled, runTypeScript } from './setup.mjs'

ensureInstalled()
ensureConfigured()
ensureBuilt()
runTypeScript('server/main.ts')
