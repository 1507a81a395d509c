import { fetchSaved } from '../../../data/fetch-saved.ts'
import { sendPage, sendProblem } from '../../../data/page-chunks.ts'
import { type NarrowOrder, narrowPages } from './narrow-pages.ts'

/** Searches a saved result set outside the main thread, which thousands of rows would block. */
self.addEventListener('message', ({ data }: MessageEvent<NarrowOrder & { token: string }>) => {
  const { token, ...order } = data
  let bytes = 0
  const read = async (path: string) => {
    const body = await fetchSaved(path, token)
    bytes = Math.max(bytes, body.length)
    return body
  }
  narrowPages(order, read).then((page) => sendPage(page, bytes), sendProblem)
})
