/** Token with which test servers serve their metrics. */
export const METRICS_TOKEN = 'a-token-for-the-metrics'

/**
 * Returns an integer metric of a server with METRICS_TOKEN, as printed; undefined if there is none with this name.
 */
export async function figureOf(origin: string, name: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return new RegExp(`^${name} (\\d+)$`, 'm').exec(await answer.text())?.[1]
}
