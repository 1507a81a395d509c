import type { Client } from '../support/server.ts'
import { KINDS, requestsOf } from './requests.ts'

/** Requests all kinds of list pages in turn, yielding the milliseconds of each. */
export async function* askLists(client: Client, seed: number): AsyncGenerator<number, never> {
  const paths = Object.keys(KINDS).map((kind) => requestsOf(kind, seed))
  for (;;) {
    for (const path of paths) yield (await client.get(path.next().value)).ms
  }
}
