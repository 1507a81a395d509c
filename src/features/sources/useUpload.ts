import { useCallback, useEffect, useRef, useState } from 'react'
import type { StoredFile } from '../../../contract/sources/guess.ts'
import { failureText } from '../../data/companion-calls.ts'
import { useLeaveQuestion } from '../cabinet/useLeaveQuestion.ts'
import { uploadFile } from './upload.ts'

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
  const [sending, setSending] = useState<UploadState['sending']>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const way = useRef<AbortController | null>(null)
  const kept = useRef(onKept)
  useEffect(() => {
    kept.current = onKept
  }, [onKept])

  const cancel = useCallback(() => {
    way.current?.abort()
    way.current = null
    setSending(null)
  }, [])
  useEffect(() => () => way.current?.abort(), [])
  useLeaveQuestion(sending !== null)

  const take = useCallback(
    (given: File | string) => {
      cancel()
      setProblem(typeof given === 'string' ? given : null)
      if (typeof given === 'string') return
      const own = new AbortController()
      way.current = own
      const { name, size } = given
      const show = (part: number) => {
        if (!own.signal.aborted) setSending({ name, size, part })
      }
      show(0)
      uploadFile(given, { onProgress: show, signal: own.signal }).then(
        (file) => {
          if (own.signal.aborted) return
          setSending(null)
          kept.current(file)
        },
        (error: unknown) => {
          if (own.signal.aborted) return
          setSending(null)
          setProblem(failureText(error))
        },
      )
    },
    [cancel],
  )
  return { sending, problem, take, cancel, dismiss: () => setProblem(null) }
}
