import { useId } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { FieldSet } from '../../../ui/Field.tsx'
import { useLaterFocus } from '../../cabinet/useLaterFocus.ts'
import { FilePicker } from '../FilePicker.tsx'
import type { UploadState } from '../useUpload.ts'
import { kindChange, type WizardDraft } from './draft.ts'
import { ListAddressStep } from './ListAddressStep.tsx'
import { MailStep } from './mail/MailStep.tsx'
import { ServerKeyNote } from './ServerKeyNote.tsx'
import { ShopStep } from './shop/ShopStep.tsx'

interface FileStepProps {
  draft: WizardDraft
  /** whether the wizard creates a source; a stored one does not become a shop, nor a shop a price list */
  isNew: boolean
  /** whether all problems of a shop or a mailbox are displayed */
  checked: boolean
  change(part: Partial<WizardDraft>): void
  upload: UploadState
  /** whether a file is being fetched or inspected */
  busy: boolean
  problem: string | null
  onDismiss(): void
  /** @param trusted key of the SFTP server that the person has just accepted */
  onFetch(trusted?: string): void
  onFind(): void
  /** called when the person continues with the settings of a shop */
  onDone(): void
}

const KINDS = [
  ['upload', 'Файл', 'Загружаю сам или присылает поставщик'],
  ['address', 'Адрес в интернете', 'Сервер скачивает прайс-лист сам, по расписанию'],
  ['mail', 'Почта', 'Письма с прайс-листом: сервер читает почтовый ящик'],
  ['shop', 'Магазин', 'Прайс-листа нет: сервер читает страницы сайта, по расписанию'],
] as const

/** First step of the wizard: where the prices come from, and a file to inspect. */
export function FileStep(props: FileStepProps) {
  const { draft, isNew, checked, change, upload, busy, problem, onDismiss, onFetch, onFind, onDone } = props
  const id = useId()
  const [addressField, focusAddress] = useLaterFocus<HTMLInputElement>()
  const kinds = isNew ? KINDS : KINDS.filter(([kind]) => (kind === 'shop') === (draft.kind === 'shop'))
  return (
    <>
      {kinds.length > 1 && (
        <FieldSet className="kinds" label="Откуда приходят цены">
          {kinds.map(([kind, label, words]) => (
            <label key={kind} className="kind">
              <input
                type="radio"
                name={`${id}-kind`}
                checked={draft.kind === kind}
                onChange={() => change(kindChange(draft, kind))}
              />
              <span>
                <strong>{label}</strong>
                <span className="field-hint">{words}</span>
              </span>
            </label>
          ))}
        </FieldSet>
      )}
      {draft.kind === 'shop' ? (
        <ShopStep
          {...{ draft, isNew, checked, change, onDone }}
          onFeed={(feed) => {
            change({ ...kindChange(draft, 'address'), address: feed })
            focusAddress()
          }}
        />
      ) : draft.kind === 'mail' ? (
        <MailStep {...{ draft, checked, change, busy, onFind }} />
      ) : draft.kind === 'address' ? (
        <ListAddressStep
          {...{ draft, checked, change, busy }}
          field={addressField}
          onFetch={() => onFetch()}
        />
      ) : busy ? (
        <p role="status" className="panel-words">
          Разбираем файл: ищем колонки, цены и размеры...
        </p>
      ) : (
        <FilePicker upload={upload} />
      )}
      {draft.kind !== 'shop' && problem !== null && <Alert onDismiss={onDismiss}>{problem}</Alert>}
      {draft.kind === 'address' && <ServerKeyNote draft={draft} busy={busy} onTrust={onFetch} />}
      {draft.kind !== 'shop' && draft.file && !busy && (
        <p className="panel-words">
          Сейчас выбран <strong className="file-name">{draft.file.name}</strong>.
        </p>
      )}
    </>
  )
}
