import { readFile } from 'node:fs/promises'
import type { ResolveName } from '../../platform/egress/resolve-name.ts'
import { type FetchLimits, fetchFile } from './fetch.ts'
import type { SourceFiles } from './files.ts'
import { NO_SECRETS } from './source.ts'

/** Bytes of a shop's page. */
export interface ShopPage {
  bytes: Uint8Array
  /** header of the answer, which may name the encoding; '' without one */
  contentType: string
}

/** Largest page in MiB. */
const PAGE_MEGABYTES = 10

/**
 * Fetches a shop's page with the checks of a source's address (specification 23.2). It is kept in memory only.
 * @param resolveName replacement of the DNS look-up in tests
 * @throws FetchFailure
 */
export async function fetchShopPage(
  address: string,
  files: SourceFiles,
  limits: FetchLimits,
  signal: AbortSignal,
  resolveName?: ResolveName,
): Promise<ShopPage> {
  const name = files.newName()
  const path = files.path(name)
  try {
    const request = { address, secrets: NO_SECRETS, path, signal, expects: 'page' } as const
    const fetched = await fetchFile(request, { ...limits, fetchMegabytes: PAGE_MEGABYTES }, resolveName)
    // Without validators, the server cannot answer that nothing was modified.
    const contentType = fetched.kind === 'file' ? fetched.contentType : ''
    return { bytes: await readFile(path), contentType }
  } finally {
    await files.remove(name)
  }
}
