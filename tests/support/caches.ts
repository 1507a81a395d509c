/** Returns caches in memory, which Node.js does not have. */
export function madeUpCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>()
  const pathOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, 'https://app.ru').pathname
  const cacheOf = (files: Map<string, Response>) => ({
    match: async (request: RequestInfo) => files.get(pathOf(request))?.clone(),
    put: async (request: RequestInfo, response: Response) => void files.set(pathOf(request), response),
  })
  return {
    async open(name: string) {
      const files = all.get(name) ?? new Map<string, Response>()
      all.set(name, files)
      return cacheOf(files)
    },
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
    async match(request: RequestInfo, { cacheName }: MultiCacheQueryOptions = {}) {
      for (const [name, files] of all) {
        if (cacheName !== undefined && name !== cacheName) continue
        const found = await cacheOf(files).match(request)
        if (found) return found
      }
      return undefined
    },
  } as unknown as CacheStorage
}
