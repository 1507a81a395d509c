import { LARGEST_SHARED, MAX_SHARED, sharedKey } from '../contract/worker/shared-files.ts'
import { SHARED_FILES } from '../contract/worker/shell-files.ts'

/** Stores shared files and opens their page, which uploads them when asked: any website can post such a form. */
export async function receiveShare(caches: CacheStorage, request: Request): Promise<Response> {
  const cache = await caches.open(SHARED_FILES)
  let { url } = request
  for (const file of (await request.formData()).values() as Iterable<File>) {
    // A text field has no size.
    if ((await cache.keys()).length >= MAX_SHARED || !(file.size <= LARGEST_SHARED))
      url = `${request.url}?refused`
    else await cache.put(sharedKey(file.name, request.referrer), new Response(file))
  }
  return Response.redirect(url)
}
