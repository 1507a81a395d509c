import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TrialPanel } from '../TrialReport.tsx'
import { FirstPagesNote } from './address/ApiFields.tsx'
import type { CheckStepProps } from './kinds/kind-module.ts'
import { KINDS } from './kinds/kind-modules.tsx'
import { remedyTarget } from './remedy-target.ts'

/** Last step of the wizard: the predicted result and the buttons that save the source. */
export function CheckStep(props: CheckStepProps) {
  const { draft, input, change, busy, problem, onDismiss, onSave, onAnswer } = props
  const { site, mapping, max_bad } = input
  const { CheckNote } = KINDS[draft.kind]
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
      {CheckNote && <CheckNote draft={draft} change={change} />}
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
