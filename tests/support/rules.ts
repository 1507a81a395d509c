import type { RuleSettings } from '../../contract/rules/rule.ts'

/** Returns the settings of a rule about falling prices of competitors, with changes. */
export function ruleSettings(over: Partial<RuleSettings> = {}): RuleSettings {
  return {
    name: 'Дешевле нас',
    scope: 'own',
    tyres: { of: 'all' },
    event: { type: 'below', than: 'own', percent: 0 },
    kind: 'retail',
    sites: [],
    cities: [],
    recipients: [],
    channels: ['push'],
    timing: { at: 'once' },
    ...over,
  }
}
