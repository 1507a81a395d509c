import { type FTPContext, FTPError, type FTPResponse } from 'basic-ftp'
import { connectForPassiveTransfer, parseEpsvResponse, parsePasvResponse } from 'basic-ftp/dist/transfer.js'
import { FetchFailure } from './fetch-failure.ts'

/** Ports below belong to services of the system, none of which is a transfer. */
const FIRST_PORT = 1_024

/**
 * Opens the connection for a transfer: always to the host of the control connection, because a server that names
 * another one in its answer would have this server connect to addresses that were not checked.
 */
export async function enterPassiveMode(ftp: FTPContext): Promise<FTPResponse> {
  const { answer, port } = await passivePort(ftp)
  const host = ftp.socket.remoteAddress
  if (host === undefined) throw new Error('Server closed connection before a transfer')
  if (!(port >= FIRST_PORT && port <= 65_535)) {
    throw new FetchFailure('Сервер назвал для передачи файла недопустимый порт', false)
  }
  await connectForPassiveTransfer(host, port, ftp)
  return answer
}

async function passivePort(ftp: FTPContext): Promise<{ answer: FTPResponse; port: number }> {
  try {
    const answer = await ftp.request('EPSV')
    return { answer, port: parseEpsvResponse(answer.message) }
  } catch (error) {
    if (!(error instanceof FTPError)) throw error
  }
  const answer = await ftp.request('PASV')
  return { answer, port: parsePasvResponse(answer.message).port }
}
