import { SHARED_FILES } from '../contract/worker/shell-files.ts'

/** Stores shared files until their page uploads them, also without a network, and opens that page. */
export async function receiveShare(caches: CacheStorage, request: Request): Promise<Response> {
  const cache = await caches.open(SHARED_FILES)
  const form = await request.formData()
  for (const file of form.values() as Iterable<File>) {
    await cache.put(`${SHARED_FILES}/${encodeURIComponent(file.name)}`, new Response(file))
  }
  return Response.redirect(request.url)
}
