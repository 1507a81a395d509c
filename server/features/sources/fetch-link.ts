import { readFile } from 'node:fs/promises'
import type { ResolveName } from '../../platform/egress/public-lookup.ts'
import { FetchFailure } from '../../platform/remote/fetch-failure.ts'
import { fetchFile } from './fetch.ts'
import { SIGN_IN_PAGE } from './fetch-failure.ts'
import type { Fetched, FetchLimits, FetchRequest } from './fetch-request.ts'
import { type SharedLink, sharedLinkOf } from './shared-link.ts'
import { NO_SECRETS } from './source.ts'

/** Size limit in MiB of the answer that names a shared file. */
const ANSWER_MEGABYTES = 10
const DENIED = new Set([401, 403, 404, 410])

/**
 * Fetches an address, or the file behind a shared link (specification 13.14), as fetchFile does.
 * @param linkOf replaced in tests
 * @throws FetchFailure
 */
export async function fetchLink(
  request: FetchRequest,
  limits: FetchLimits,
  resolveName?: ResolveName,
  linkOf: (address: string) => SharedLink | undefined = sharedLinkOf,
): Promise<Fetched> {
  const link = linkOf(request.address)
  if (!link) return fetchFile(request, limits, resolveName)
  // A shared link is open to everybody; secrets would go to the cloud.
  const open = { ...request, secrets: NO_SECRETS }
  try {
    const address = await fileAddress(link, open, limits, resolveName)
    // By default no host inside: the cloud has named the address.
    return await fetchFile({ typed: [], ...open, address }, limits, resolveName)
  } catch (error) {
    throw inWords(error, link.service)
  }
}

async function fileAddress(
  { service, address, read }: SharedLink,
  request: FetchRequest,
  limits: FetchLimits,
  resolveName?: ResolveName,
): Promise<string> {
  if (!read) return address
  const { path, signal } = request
  await fetchFile(
    { address, path, signal, secrets: NO_SECRETS, expects: 'page' },
    { ...limits, fetchMegabytes: ANSWER_MEGABYTES },
    resolveName,
  )
  const named = read(await readFile(path, 'utf8'))
  if (named === undefined) throw new FetchFailure(noFile(service), false)
  return named
}

const noFile = (service: string): string =>
  `${service}: по этой ссылке нет файла. Нужна ссылка на файл, открытый всем, у кого она есть`

function inWords(error: unknown, service: string): unknown {
  if (!(error instanceof FetchFailure)) return error
  const { status, retryAfterMs, again, message } = error
  const text = DENIED.has(status) || message === SIGN_IN_PAGE ? noFile(service) : `${service}: ${message}`
  return new FetchFailure(text, again, { status, retryAfterMs })
}
