import { Button } from '../../../ui/Button.tsx'
import { isReachable, stepName, stepsOf, type WizardDraft, type WizardStep } from './draft.ts'

/** Numbered buttons of the steps; those for which the draft is not complete enough are blocked. */
export function WizardNav({ draft, onStep }: { draft: WizardDraft; onStep(step: WizardStep): void }) {
  return (
    <nav className="steps-nav" aria-label="Шаги">
      <ol className="steps">
        {stepsOf(draft).map((step, index) => (
          <li key={step}>
            <Button
              variant="quiet"
              blocked={!isReachable(step, draft)}
              aria-current={step === draft.step ? 'step' : undefined}
              onClick={() => onStep(step)}
            >
              <span className="step-number">{index + 1}</span>
              <span className="step-name">{stepName(draft, step)}</span>
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
