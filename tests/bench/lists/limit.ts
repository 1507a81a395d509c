import { createServer } from 'node:http'

/**
 * Program: a server that sends compressed bodies from memory, which no list page can be faster than. POST to a path
 * sets its body.
 */
const bodies = new Map<string, Buffer>()
const server = createServer(async (request, response) => {
  const path = request.url ?? ''
  if (request.method === 'POST') {
    bodies.set(path, Buffer.concat(await request.toArray()))
    response.end()
    return
  }
  const body = bodies.get(path) ?? Buffer.alloc(0)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': body.length,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`)
})
