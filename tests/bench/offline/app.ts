import { type Network, startNetwork } from './network.ts'
import { type FullDay, startWithDays } from './prices.ts'

/** Yields pages of 100 rows and about 120 columns. */
export const USUAL_DAY: FullDay = { date: '2025-11-15', cities: 6, sites: 2, warehouses: 2 }
/** Yields pages of 10 MB. */
export const LARGE_DAY: FullDay = { date: '2025-11-16', cities: 20, sites: 10, warehouses: 9 }

export const reportOf = ({ date }: FullDay): string => `/export/all-prices?date=${date}`

/** The built app on a real server with prices. */
export interface RunningApp {
  network: Network
  /** URL of the server itself, bypassing the fake network */
  direct: string
  stop(): Promise<void>
}

export async function startApp(): Promise<RunningApp> {
  const server = await startWithDays('offline-data', [USUAL_DAY, LARGE_DAY])
  const network = await startNetwork(server.origin)
  return {
    network,
    direct: server.origin,
    async stop() {
      await network.leave()
      await server.stop()
    },
  }
}
