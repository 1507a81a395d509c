import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SERVER_OPTIONS } from '../../scripts/server-options.mjs'

/**
 * node deploy/monitoring/try.mjs: starts the server with sample prices, and Debian's Prometheus with the settings of
 * this folder, and checks that it scrapes the server, that every expression of dashboard and alerts is valid there, and
 * that a stopped server raises its alert. Needs `prometheus` and `promtool` in PATH.
 */

const ROOT = join(import.meta.dirname, '../..')
const [SERVER, PROMETHEUS] = ['127.0.0.1:4875', '127.0.0.1:4876']
const MAX_MS_LENGTH = 60_000
const folder = mkdtempSync(join(tmpdir(), 'prices-monitoring-'))
const children = []

function start(command, args, env = {}) {
  const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  children.push({ child, ended })
  return { child, ended }
}

/** Repeats a query until its result passes. */
async function until(what, query) {
  for (const began = Date.now(); Date.now() - began < MAX_MS_LENGTH; await pause(500)) {
    const result = await query().catch(() => undefined)
    if (result) return result
  }
  throw new Error(`waited in vain: ${what}`)
}

async function api(path) {
  const answer = await (await fetch(`http://${PROMETHEUS}/api/v1/${path}`)).json()
  if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`)
  return answer.data
}

/** Number of series that an expression has now, with the values that Grafana sets for its variables. */
async function seriesOf(expr) {
  const query = expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')
  return (await api(`query?query=${encodeURIComponent(query)}`)).result.length
}

async function signIn(password) {
  const answer = await fetch(`http://${SERVER}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  return (await answer.json()).access_token
}

function promtool(...args) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}: ${stdout}${stderr}`)
  process.stdout.write(`promtool ${args.join(' ')}: ok\n`)
}

try {
  const token = randomBytes(16).toString('hex')
  writeFileSync(join(folder, 'metrics-token'), token, { mode: 0o600 })
  for (const name of ['alerts.yml', 'alerts.test.yml'])
    copyFileSync(join(import.meta.dirname, name), join(folder, name))
  const settings = readFileSync(join(import.meta.dirname, 'prometheus.yml'), 'utf8')
  const faster = settings.replaceAll(': 30s', ': 1s').replace('localhost:3000', SERVER)
  writeFileSync(join(folder, 'prometheus.yml'), faster)
  promtool('check', 'config', 'prometheus.yml')
  promtool('check', 'rules', 'alerts.yml')
  promtool('test', 'rules', 'alerts.test.yml')

  const [host, port] = SERVER.split(':')
  const server = start(process.execPath, [...SERVER_OPTIONS, 'server/main.ts'], {
    HOST: host,
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    AUTH_SECRET: randomBytes(32).toString('hex'),
    METRICS_TOKEN: token,
    ADMIN_PASSWORD: token,
  })
  await until('the server', async () => (await fetch(`http://${SERVER}/readyz`)).ok)
  start('prometheus', [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'tsdb')}`,
    `--web.listen-address=${PROMETHEUS}`,
  ])
  await until('a scrape', async () => (await seriesOf('up{job="tyre-prices"} == 1')) === 1)
  const headers = { authorization: `Bearer ${await signIn(token)}` }
  const list = `http://${SERVER}/api/analytics/allTyres?date=${new Date().toISOString().slice(0, 10)}`
  for (let n = 0; n < 20; n++) await (await fetch(list, { headers })).text()
  await until('a rate', async () => (await seriesOf('rate(http_request_duration_seconds_count[1m]) > 0')) > 0)

  const { panels } = JSON.parse(readFileSync(join(import.meta.dirname, 'dashboard.json'), 'utf8'))
  for (const { title, targets = [] } of panels) {
    const counts = []
    for (const { expr } of targets) counts.push(await seriesOf(expr))
    if (targets.length > 0) process.stdout.write(`panel ${title}: ${counts.join(', ')} series\n`)
  }
  const rules = await until('the alerts', async () => {
    const found = (await api('rules')).groups.flatMap((group) => group.rules)
    return found.every(({ health }) => health === 'ok') && found
  })
  const raised = rules.filter(({ state }) => state !== 'inactive').map(({ name }) => name)
  process.stdout.write(
    `${rules.length} alerts evaluated; raised by a healthy server: ${raised.join(', ') || 'none'}\n`,
  )
  if (raised.length > 0) process.exitCode = 1

  server.child.kill('SIGTERM')
  await server.ended
  await until('the alert ServerDown', async () => {
    const { alerts } = await api('alerts')
    return alerts.some(({ labels }) => labels.alertname === 'ServerDown')
  })
  process.stdout.write('a stopped server raises ServerDown\n')
} finally {
  for (const { child } of children) child.kill('SIGTERM')
  await Promise.all(children.map(({ ended }) => ended))
  rmSync(folder, { recursive: true, force: true })
}
