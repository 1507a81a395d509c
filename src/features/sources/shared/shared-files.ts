import { queryOptions } from '@tanstack/react-query'
import { SHARED_FILES } from '../../../../contract/worker/shell-files.ts'

const KEY = ['shared-files']

const pathOf = (name: string): string => `${SHARED_FILES}?${encodeURIComponent(name)}`

/** Query for the files that were shared with the app and wait on this device. */
export const sharedFilesQuery = queryOptions({
  queryKey: KEY,
  queryFn: readFiles,
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
  // A file may be shared while the page is open in the background.
  refetchOnWindowFocus: 'always',
})

async function readFiles(): Promise<File[]> {
  // Without a secure context there is no cache, and the app cannot be installed either.
  if (!('caches' in window)) return []
  const cache = await caches.open(SHARED_FILES)
  const requests = await cache.keys()
  const files = await Promise.all(
    requests.map(async ({ url }) => {
      const kept = await cache.match(url)
      const blob = await kept?.blob()
      const name = decodeURIComponent(new URL(url).search.slice(1))
      return blob ? [new File([blob], name, { type: blob.type })] : []
    }),
  )
  return files.flat()
}

/** Stores a file that a person opened with the installed app, like a shared one. */
export async function storeShared(file: File): Promise<void> {
  await (await caches.open(SHARED_FILES)).put(pathOf(file.name), new Response(file))
}

export async function removeShared(name: string): Promise<void> {
  await (await caches.open(SHARED_FILES)).delete(pathOf(name))
}
