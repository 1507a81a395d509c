import { Button } from '../../../ui/Button.tsx'
import type { WizardDraft, WizardStep } from './draft.ts'
import { isReachable, stepName } from './draft-rules.ts'
import { KINDS } from './kinds/kind-modules.ts'

/** Numbered buttons of the steps; those for which the draft is not complete enough are blocked. */
export function WizardNav({ draft, onStep }: { draft: WizardDraft; onStep(step: WizardStep): void }) {
  return (
    <nav className="steps-nav" aria-label="Шаги">
      <ol className="steps">
        {KINDS[draft.kind].steps.map((step, index) => (
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
