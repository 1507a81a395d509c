// Specification 12.10

import { expect, it } from 'vitest'
import { SHARED_FILES } from '../contract/worker/shell-files.ts'
import { receiveShare } from './share.ts'

it('receiveShare stores two files of one name as two', async () => {
  const stored = new Map<string, Response>()
  const cache = {
    keys: async () => [...stored.keys()],
    put: async (key: string, file: Response) => void stored.set(key, file),
  }
  const body = new FormData()
  body.append('list', new File(['first'], 'прайс.csv'))
  body.append('list', new File(['second'], 'прайс.csv'))
  const request = new Request(`https://app.ru${SHARED_FILES}`, { method: 'POST', body })
  const caches = { open: async () => cache } as unknown as CacheStorage
  const { status, headers } = await receiveShare(caches, request)
  expect([status, headers.get('location')]).toEqual([302, `https://app.ru${SHARED_FILES}`])
  expect(await Promise.all([...stored.values()].map((file) => file.text()))).toEqual(['first', 'second'])
})
