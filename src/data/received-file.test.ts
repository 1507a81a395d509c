// Specification 5.8

import { expect, it } from 'vitest'
import { receiveFile } from './received-file.ts'

const MB = 2 ** 20

/** Returns a response whose body arrives in these chunks. */
function inChunks(...chunks: (Uint8Array<ArrayBuffer> | Error)[]): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk === undefined) controller.close()
      else if (chunk instanceof Error) controller.error(chunk)
      else controller.enqueue(chunk)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/csv' } })
}

it('puts the parts together in order, and tells how much has come', async () => {
  const chunks = [1, 2, 3, 4, 5].map((byte) => new Uint8Array(3 * MB).fill(byte))
  const told: number[] = []
  const file = await receiveFile(inChunks(...chunks), (received) => told.push(received))
  expect(file.size).toBe(15 * MB)
  expect(file.type).toBe('text/csv')
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([0, 4, 7, 10, 14].map((at) => bytes[at * MB])).toEqual([1, 2, 3, 4, 5])
  expect(told[0]).toBe(3 * MB)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})

it('is empty for an empty body', async () => {
  expect((await receiveFile(new Response(null), () => undefined)).size).toBe(0)
  expect((await receiveFile(inChunks(), () => undefined)).size).toBe(0)
})

it('fails as reading fails', async () => {
  const broken = inChunks(new Uint8Array(5 * MB), new TypeError('network error'))
  await expect(receiveFile(broken, () => undefined)).rejects.toThrow('network error')
})
