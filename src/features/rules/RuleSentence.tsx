import { setName } from '../../../contract/decisions/set.ts'
import { type ReadSettings, type RuleNames, ruleParts, ruleSentence } from './rule-words.ts'

interface RuleSentenceProps {
  settings: ReadSettings
  names: RuleNames
  /** heading above the sentence, which leaves out an event that it repeats */
  heading?: string
  className?: string
}

/** Sentence of a rule. Long filters are shortened, and its title has them in full. */
export function RuleSentence({ settings, names, heading = '', className = '' }: RuleSentenceProps) {
  const [event, ...others] = ruleParts(settings, names)
  const whole = ruleSentence(settings, names, true)
  return (
    <p
      className={`rule-sentence ${className}`}
      title={ruleSentence(settings, names) === whole ? undefined : whole}
    >
      {/* A rule without a name of its own has the event as its name. */}
      {setName(event) !== setName(heading) && (
        <>
          <b>{event}</b> ·{' '}
        </>
      )}
      {others.join(' · ')}
    </p>
  )
}
