/** Of a server whose figures are read. */
export const METRICS_TOKEN = 'a-token-for-the-metrics'

/** A whole figure of a server with METRICS_TOKEN, as it is written; undefined if there is none of that name. */
export async function figureOf(origin: string, name: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return new RegExp(`^${name} (\\d+)$`, 'm').exec(await answer.text())?.[1]
}
