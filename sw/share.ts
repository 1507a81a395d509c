import { SHARED_FILES } from '../contract/worker/shell-files.ts'

/**
 * Stores shared files until their page uploads them, also without a network, and opens that page. Any website can post
 * such a form, so that nothing is uploaded before a person asks for it.
 */
export async function receiveShare(caches: CacheStorage, request: Request): Promise<Response> {
  const cache = await caches.open(SHARED_FILES)
  const form = await request.formData()
  for (const file of form.values() as Iterable<File>) {
    await cache.put(`${SHARED_FILES}?${encodeURIComponent(file.name)}`, new Response(file))
  }
  return Response.redirect(request.url)
}
