import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { AddedDialog } from './AddedDialog.tsx'
import { citiesText, comparedText } from './city-text.ts'
import { DecideFields } from './DecideFields.tsx'
import { DecidePreview } from './DecidePreview.tsx'
import { NO_COSTS } from './own-costs.ts'
import type { ReadProgress } from './scope.ts'
import type { Subject } from './subject.ts'
import { useDecide } from './useDecide.ts'
import './decisions.css'

/** Dialog that selects prices and a rule, and adds the results to the decisions (specification 19.2). */
export function DecideDialog({ subject, onClose }: { subject: Subject; onClose(): void }) {
  const { form, bases, isCostMissing, state, canDecide, decide } = useDecide(subject)
  const { city, decidedCities, rule } = form
  if (state.kind === 'added') return <AddedDialog {...state} title={subject.title} onClose={onClose} />
  return (
    <Dialog
      title={subject.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" blocked={!canDecide} onClick={decide}>
            Добавить в решения
          </Button>
        </>
      }
    >
      <DecideFields subject={subject} form={form} />
      {decidedCities.length > 0 && (
        <p>
          {form.isOfAllCities ? 'Все города отчёта.' : citiesText(decidedCities)}{' '}
          {comparedText(decidedCities, subject.joined && city === null, subject.competitors)}
        </p>
      )}
      {bases && rule && <DecidePreview bases={bases} rule={rule} round={form.draft.round} />}
      {isCostMissing && <p>{NO_COSTS}</p>}
      {!bases && <p>Сначала будут прочитаны все страницы отчёта; итог виден после этого.</p>}
      <p className="decision-reading" role="status">
        {state.kind === 'reading' && progressText(state.progress)}
      </p>
      {state.kind === 'asking' && state.problem !== null && <Alert>{state.problem}</Alert>}
    </Dialog>
  )
}

const progressText = ({ pages, of }: ReadProgress): string =>
  of === null ? `Прочитано страниц: ${pages}…` : `Прочитано страниц: ${pages} из ${of}…`
