import type { ResolveName } from '../egress/public-lookup.ts'
import { connectFtp } from './ftp.ts'
import type { RemoteConnectionOptions, RemoteServer } from './remote-server.ts'
import { connectSftp } from './sftp.ts'

/**
 * Signs in to the FTP or SFTP server of a URL, by its protocol, and signs out after the work.
 * @throws FetchFailure, and errors of the network
 */
export async function visitFileServer<T>(
  url: URL,
  visit: RemoteConnectionOptions,
  work: (server: RemoteServer) => Promise<T>,
  resolveName?: ResolveName,
): Promise<T> {
  const connect = url.protocol === 'sftp:' ? connectSftp : connectFtp
  const server = await connect(url, visit, resolveName)
  try {
    return await work(server)
  } catch (error) {
    throw server.failure(error)
  } finally {
    server.close()
  }
}
