import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2'

const { Server } = ssh2

/** SFTP server that answers as a test wants, also against the rules. */
export interface MadeUpSftp {
  host: string
  /** manners of signing in that clients tried, besides 'none' */
  tried: string[]
  close(): Promise<void>
}

interface Options {
  /** decides on a try to sign in; by default every password is right */
  signIn?: (context: AuthContext) => void
  /** answers requests; without it the server is silent once somebody is signed in */
  serve?: (sftp: SFTPWrapper) => void
}

export async function startMadeUpSftp({ signIn, serve }: Options = {}): Promise<MadeUpSftp> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const tried: string[] = []
  const clients = new Set<Connection>()
  const server = new Server({ hostKeys: [privateKey] }, (client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.on('authentication', (context) => {
      if (context.method !== 'none') tried.push(context.method)
      if (signIn) signIn(context)
      else if (context.method === 'password') context.accept()
      else context.reject(['password'])
    })
    client.on('session', (accept) => {
      accept().on('sftp', (begin) => {
        if (serve) serve(begin())
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    tried,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const client of clients) client.end()
      }),
  }
}
