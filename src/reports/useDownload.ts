import { useState } from 'react'
import { type DownloadRequest, downloadReport, saveFile } from '../api/download.ts'

export interface Download {
  downloading: boolean
  /** what to tell the person about the last one */
  problem: string | null
  dismiss(): void
  start(request: DownloadRequest): Promise<void>
}

export function useDownload(): Download {
  const [downloading, setDownloading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    downloading,
    problem,
    dismiss: () => setProblem(null),
    async start(request) {
      setDownloading(true)
      setProblem(null)
      const result = await downloadReport(request)
      if ('problem' in result) setProblem(result.problem)
      else saveFile(result.file, result.name)
      setDownloading(false)
    },
  }
}
