import { readAnswer } from '../../../contract/lib/answer.ts'
import { StoredFile } from '../../../contract/sources/guess.ts'
import { SOURCE_PATHS } from '../../../contract/sources/source-paths.ts'
import { refresh } from '../../data/client.ts'
import { HttpError } from '../../data/errors.ts'
import { recognized } from '../../data/recognized.ts'
import { storedToken, storedUsername } from '../../data/stored-session.ts'

interface UploadOptions {
  /** called with the share that has been sent, from 0 to 1 */
  onProgress(part: number): void
  signal: AbortSignal
}

/**
 * Uploads a price list, which the server stores for this user. Uses XMLHttpRequest, because fetch reports no upload
 * progress. As in `send`, a 401 triggers one refresh and one retry (specification 1.8).
 * @throws HttpError, a TypeError without a connection, or the signal's reason
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<StoredFile> {
  const sent = storedToken()
  const username = storedUsername()
  const answer = await put(file, sent, options)
  if (answer.status !== 401 || sent === null) return kept(answer)
  // A concurrent request may have stored a new token since this one was sent.
  const fresh = storedToken() !== sent || (await refresh(options.signal)).kind === 'accepted'
  return kept(fresh && storedUsername() === username ? await put(file, storedToken(), options) : answer)
}

interface Answer {
  status: number
  statusText: string
  body: string
}

function kept({ status, statusText, body }: Answer): StoredFile {
  if (status < 200 || status > 299) throw new HttpError(status, statusText, body)
  return recognized(() => readAnswer(StoredFile, body))
}

function put(file: File, token: string | null, { onProgress, signal }: UploadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', abort)
      act()
    }
    request.open('PUT', `${SOURCE_PATHS.files}?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, statusText, responseText: body } = request
      settle(() => resolve({ status, statusText, body }))
    }
    // The same error as fetch throws without a connection.
    request.onerror = () => settle(() => reject(new TypeError('Failed to fetch')))
    request.onabort = () => settle(() => reject(signal.reason))
    signal.addEventListener('abort', abort)
    request.send(file)
  })
}
