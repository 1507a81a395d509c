import { useCallback, useEffect, useRef, useState } from 'react'
import { readAnswer } from '../../../contract/lib/answer.ts'
import { StoredFile } from '../../../contract/sources/guess.ts'
import { SOURCE_PATHS } from '../../../contract/sources/source-paths.ts'
import { refresh } from '../../data/client.ts'
import { HttpError } from '../../data/errors.ts'
import { recognized } from '../../data/recognized.ts'
import { storedToken, storedUsername } from '../../data/stored-session.ts'
import { useAction } from '../../data/useAction.ts'
import { useLeaveQuestion } from '../../ui/confirm-before-leaving.ts'

export interface UploadState {
  /** file that is being sent; `part` is the share that has been sent, from 0 to 1 */
  sending: { name: string; size: number; part: number } | null
  /** reason why a file was not accepted or not sent */
  problem: string | null
  /** starts to send a file and aborts the current upload; a text is displayed as the reason why there is no file */
  take(given: File | string): void
  cancel(): void
  dismiss(): void
}

/**
 * Uploads files to the server, one at a time.
 * @param onKept called with the file once the server has stored it
 */
export function useUpload(onKept: (file: StoredFile) => void): UploadState {
  const { busy, problem, dismiss, cancel, run } = useAction({ latest: true })
  const [sending, setSending] = useState<UploadState['sending']>(null)
  const stored = useRef(onKept)
  useEffect(() => {
    stored.current = onKept
  }, [onKept])
  useLeaveQuestion(busy)
  const take = useCallback(
    (given: File | string) =>
      void run(async (signal) => {
        if (typeof given === 'string') throw new Error(given)
        const { name, size } = given
        const onProgress = (part: number) => {
          if (!signal.aborted) setSending({ name, size, part })
        }
        onProgress(0)
        const file = await uploadFile(given, { onProgress, signal })
        if (!signal.aborted) stored.current(file)
      }),
    [run],
  )
  return { sending: busy ? sending : null, problem, take, cancel, dismiss }
}

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
async function uploadFile(file: File, options: UploadOptions): Promise<StoredFile> {
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
