const partsOf = (request: RequestInfo | URL): URL =>
  new URL(request instanceof Request ? request.url : request, 'https://app.ru')

/** Returns caches in memory, which Node.js does not have. */
export function madeUpCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>()
  const keyOf = (request: RequestInfo | URL) => partsOf(request).pathname + partsOf(request).search
  const cacheOf = (files: Map<string, Response>) => ({
    async match(request: RequestInfo, { ignoreSearch = false }: CacheQueryOptions = {}) {
      const key = ignoreSearch ? partsOf(request).pathname : keyOf(request)
      return files.get(key)?.clone()
    },
    put: async (request: RequestInfo, response: Response) => void files.set(keyOf(request), response),
    keys: async () => [...files.keys()].map((key) => new Request(partsOf(key))),
    delete: async (request: RequestInfo) => files.delete(keyOf(request)),
  })
  return {
    async open(name: string) {
      const files = all.get(name) ?? new Map<string, Response>()
      all.set(name, files)
      return cacheOf(files)
    },
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
    async match(request: RequestInfo, { cacheName, ...options }: MultiCacheQueryOptions = {}) {
      for (const [name, files] of all) {
        if (cacheName !== undefined && name !== cacheName) continue
        const found = await cacheOf(files).match(request, options)
        if (found) return found
      }
      return undefined
    },
  } as unknown as CacheStorage
}
