import type { ListAccount } from '../../../../contract/sources/account.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TrialPanel } from '../TrialPanel.tsx'
import { FirstPagesNote } from './api/ApiFields.tsx'
import { inputOf, type WizardDraft } from './draft.ts'
import { remedyTarget } from './remedy-target.ts'
import { ServerKeyNote } from './ServerKeyNote.tsx'

export interface CheckStepProps {
  draft: WizardDraft
  change(part: Partial<WizardDraft>): void
  busy: boolean
  problem: string | null
  onDismiss(): void
  /** @param load whether to import the file's prices at once */
  onSave(load: boolean): void
  /** called with the control of another step that answers a finding */
  onAnswer(target: string, account: ListAccount): void
}

/** Last step of the wizard: the predicted result and the buttons that save the source. */
export function CheckStep({ draft, change, busy, problem, onDismiss, onSave, onAnswer }: CheckStepProps) {
  const { site, mapping, max_bad } = inputOf(draft)
  const told = problem !== null && <Alert onDismiss={onDismiss}>{problem}</Alert>
  const save = (
    <Button blocked={busy} onClick={() => onSave(false)}>
      Только сохранить
    </Button>
  )
  if (!draft.file) {
    return (
      <>
        <p className="panel-words">
          Чтобы увидеть, что загрузится, выберите файл в шаге «Колонки». Сохранить можно и без него.
        </p>
        {told}
        <div className="panel-actions">{save}</div>
      </>
    )
  }
  return (
    <>
      <h2 className="visually-hidden">Что загрузится</h2>
      {draft.kind === 'address' && <ServerKeyNote draft={draft} />}
      <FirstPagesNote draft={draft} />
      <TrialPanel
        file={draft.file.file}
        terms={{ mapping, site, day: draft.day, max_bad }}
        onDay={(day) => change({ day })}
        renderRemedy={(finding, account) => {
          const target = remedyTarget(finding, account)
          return (
            target !== null && (
              <Button variant="quiet" onClick={() => onAnswer(target, account)}>
                {finding.remedy}
              </Button>
            )
          )
        }}
      >
        {(trial) => (
          <>
            {told}
            <Button
              variant="primary"
              blocked={busy || trial === undefined || trial.error !== null}
              onClick={() => onSave(true)}
            >
              {busy
                ? 'Сохраняем...'
                : draft.file?.first_pages === undefined
                  ? 'Сохранить и загрузить эти цены'
                  : 'Сохранить и загрузить все страницы'}
            </Button>
            {save}
          </>
        )}
      </TrialPanel>
    </>
  )
}
