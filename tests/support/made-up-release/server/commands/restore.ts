import { DatabaseSync } from 'node:sqlite'

// restore.ts --check FILE
new DatabaseSync(process.argv.at(-1) as string, { readOnly: true }).exec('SELECT count(*) FROM prices')
