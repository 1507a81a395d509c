import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { isoToday } from '../../../contract/lib/dates.ts'
import type { StoredFile } from '../../../contract/sources/guess.ts'
import type { Source } from '../../../contract/sources/source.ts'
import { SOURCE_CALLS } from '../../../contract/sources/source-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FilePicker } from './FilePicker.tsx'
import { remedyLink } from './RunFindings.tsx'
import { everySource } from './source-queries.ts'
import { TrialPanel } from './TrialReport.tsx'
import { useUpload } from './useUpload.ts'

interface UploadSectionProps {
  source: Source
  /** file that was dropped on another page for this source, or shared with the app */
  brought: File | StoredFile | null
  onTaken(): void
  /** passes the file to the wizard, which opens next */
  onBring(file: StoredFile): void
  /** called with the id of the run that imports the file */
  onRun(run: number): void
}

/** Section that uploads, tries and imports a price list from this computer. */
export function UploadSection({ source, brought, onTaken, onBring, onRun }: UploadSectionProps) {
  const queries = useQueryClient()
  const [file, setFile] = useState<StoredFile | null>(null)
  const [day, setDay] = useState(() => isoToday())
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const upload = useUpload(setFile)
  const { take } = upload
  const load = useAction()
  const loadFile = async (name: string) => {
    onRun((await call(SOURCE_CALLS.run, { id: source.id, file: name, day })).run)
    setFile(null)
    await queries.invalidateQueries(everySource)
  }
  useEffect(() => {
    // The file on its way to the wizard stays with it.
    if (brought === null || brought === file) return
    if (brought instanceof File) take(brought)
    else setFile(brought)
    onTaken()
  }, [brought, file, take, onTaken])
  // The file picker that had the focus was replaced; the focus moves to the heading.
  useLayoutEffect(() => {
    if (file) title.current?.focus()
  }, [file])

  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading} ref={title} tabIndex={-1}>
        {file ? `Проверка: ${file.name}` : 'Загрузить файл'}
      </h2>
      {!file && <FilePicker upload={upload} />}
      {file && (
        <TrialPanel
          file={file.file}
          terms={{ mapping: source.mapping, site: source.site, day, max_bad: source.max_bad }}
          onDay={setDay}
          renderRemedy={remedyLink({ source: source.id, held: null, onFollow: () => onBring(file) })}
        >
          {(trial) => (
            <>
              {load.problem !== null && <Alert onDismiss={load.dismiss}>{load.problem}</Alert>}
              <Button
                variant="primary"
                blocked={load.busy || trial === undefined || trial.error !== null}
                onClick={() => void load.run(() => loadFile(file.file))}
              >
                {load.busy ? 'Начинаем...' : 'Загрузить эти цены'}
              </Button>
              <Button onClick={() => setFile(null)}>Другой файл</Button>
            </>
          )}
        </TrialPanel>
      )}
    </section>
  )
}
