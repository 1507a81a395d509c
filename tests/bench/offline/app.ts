import { spawnSync } from 'node:child_process'
import { ROOT } from '../support/run-node.ts'
import { startServer } from '../support/server.ts'
import { inWorkspace } from '../support/workspace.ts'
import { type Network, startNetwork } from './network.ts'
import { type FullDay, importFullDay } from './prices.ts'

/** Yields pages of 100 rows and about 120 columns. */
export const USUAL_DAY: FullDay = { date: '2025-11-15', cities: 6, sites: 2, warehouses: 2 }
/** Yields pages of 10 MB. */
export const LARGE_DAY: FullDay = { date: '2025-11-16', cities: 20, sites: 10, warehouses: 9 }

export const reportOf = ({ date }: FullDay): string => `/export/all-prices?date=${date}`

/** The built app on a real server with prices. */
export interface RunningApp {
  /** folder of the build */
  dist: string
  network: Network
  /** URL of the server itself, bypassing the fake network */
  direct: string
  stop(): Promise<void>
}

/** @returns the folder of a fresh build */
export function buildApp(): string {
  const dist = inWorkspace('dist')
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', dist, '--logLevel', 'error'],
    { cwd: ROOT, stdio: 'inherit' },
  )
  if (status !== 0) throw new Error('the app could not be built')
  return dist
}

export async function startApp(): Promise<RunningApp> {
  const dist = buildApp()
  const store = { DATA_DIR: inWorkspace('offline-data'), DIST_DIR: dist }
  // The first start creates the tables.
  await (await startServer(store)).stop()
  for (const day of [USUAL_DAY, LARGE_DAY]) await importFullDay(store.DATA_DIR, day)
  const server = await startServer(store)
  const network = await startNetwork(server.origin)
  return {
    dist,
    network,
    direct: server.origin,
    async stop() {
      await network.leave()
      await server.stop()
    },
  }
}
