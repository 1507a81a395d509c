import { SERVER_OPTIONS } from './server-options.mjs'
import { ensureBuilt, ensureConfigured, ensureInstalled, runTypeScript } from './setup.mjs'

ensureInstalled()
ensureConfigured()
ensureBuilt()
runTypeScript('server/main.ts', [], SERVER_OPTIONS)
