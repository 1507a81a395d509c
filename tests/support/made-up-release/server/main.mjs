// Serves /readyz. Its parent is told when it listens.
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { failAt, fault, version } from '../manifest.mjs'
import { migrate, open } from './database.mjs'

const { PORT, PID_FILE } = process.env

failAt('start')
const database = open()
migrate(database)
const server = createServer((_, response) => {
  const ready = fault !== 'ready'
  response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ ready, version, checks: { database: ready } }))
})
// The service is there already.
server.on('error', () => process.exit(0))
server.listen(Number(PORT), '127.0.0.1', () => {
  writeFileSync(PID_FILE, String(process.pid))
  database.exec('INSERT INTO prices (price) VALUES (100)')
  process.on('SIGTERM', () => {
    rmSync(PID_FILE, { force: true })
    process.exit(0)
  })
  process.send('listening')
})
