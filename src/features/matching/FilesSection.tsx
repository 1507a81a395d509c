import { useState } from 'react'
import { MATCHING_CALLS } from '../../../contract/matching/matching-calls.ts'
import type { MatchingFileQuery, PairsImportAnswer } from '../../../contract/matching/pairs-file.ts'
import { call, downloadFile } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { countText, type NounForms } from '../../ui/plural.ts'
import { FileButton, FormatButtons, ImportReport } from '../cabinet/FileButton.tsx'

const FILES: readonly { kind: MatchingFileQuery['kind']; title: string; words: string }[] = [
  { kind: 'pairs', title: 'Пары', words: 'Предложения сайтов и шины, с которыми они сопоставлены.' },
  { kind: 'unmatched', title: 'Без пары', words: 'Предложения, которых нет ни на одном другом сайте.' },
]
const LINES: NounForms = ['строка', 'строки', 'строк']

interface Imported extends PairsImportAnswer {
  name: string
}

/** Files of pairs, to take along and to bring back with decisions (specification 21.10). */
export function FilesSection({ onChange }: { onChange(): void }) {
  const download = useAction()
  const upload = useAction()
  const undo = useAction()
  const [imported, setImported] = useState<Imported | null>(null)
  const batch = imported?.batch
  const bring = (file: File) =>
    upload.run(async (signal) => {
      setImported(null)
      setImported({ ...(await call(MATCHING_CALLS.importPairs, { file }, signal)), name: file.name })
      onChange()
    })
  const takeBack = (batch: string) =>
    undo.run(async () => {
      await call(MATCHING_CALLS.undoBatch, { batch })
      setImported(null)
      onChange()
    })
  return (
    <section className="matching-files grid gap-12 grid-cols-2" aria-label="Файлы">
      {FILES.map(({ kind, title, words }) => (
        <div key={kind} className="panel matching-file">
          <h2>{title}</h2>
          <p className="panel-words">{words}</p>
          <div className="panel-actions">
            <FormatButtons
              action={download}
              label={`Скачать ${title.toLowerCase()}`}
              download={(format) => downloadFile(MATCHING_CALLS.file, { kind, format }, `${kind}.${format}`)}
            />
          </div>
        </div>
      ))}
      {download.problem !== null && <Alert onDismiss={download.dismiss}>{download.problem}</Alert>}
      <div className="panel matching-file">
        <h2>Загрузить пары</h2>
        <p className="panel-words">
          Файл пар, в котором решения проставлены вручную: Excel или CSV с теми же столбцами.
        </p>
        <div className="panel-actions">
          <FileButton accept=".xlsx,.csv" busy={upload.busy} onChoose={(file) => void bring(file)}>
            {upload.busy ? 'Отправка...' : 'Выбрать файл'}
          </FileButton>
        </div>
        {upload.problem !== null && <Alert onDismiss={upload.dismiss}>{upload.problem}</Alert>}
        {undo.problem !== null && <Alert onDismiss={undo.dismiss}>{undo.problem}</Alert>}
        {imported && (
          <ImportReport words={reportText(imported)} problems={imported.problems}>
            {batch !== undefined && (
              <div className="panel-actions">
                <Button variant="quiet" blocked={undo.busy} onClick={() => void takeBack(batch)}>
                  Отменить
                </Button>
              </div>
            )}
          </ImportReport>
        )}
      </div>
    </section>
  )
}

/** Formats 'pairs.csv: применено 12 решений, уже так 3 строки, не применено 2 строки.' */
function reportText({ name, applied, already = 0, problems }: Imported): string {
  const counts = [`применено ${countText(applied, ['решение', 'решения', 'решений'])}`]
  if (already > 0) counts.push(`уже так ${countText(already, LINES)}`)
  if (problems.length > 0) counts.push(`не применено ${countText(problems.length, LINES)}`)
  return `${name}: ${counts.join(', ')}.`
}
