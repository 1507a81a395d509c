import { MAX_MAIL_MEGABYTES, MAX_RECIPIENTS } from '../../../../contract/outlets/delivery-kinds.ts'
import { AreaField } from '../../../ui/Field.tsx'
import type { DeliveryModule } from './delivery-module.ts'

/** Edited recipients, separated by lines, spaces, commas or semicolons. */
interface MailDraft {
  recipients: string
}

const recipientsOf = ({ recipients }: MailDraft): string[] =>
  recipients.split(/[\s,;]+/).filter((one) => one !== '')

export const MAIL_DELIVERY: DeliveryModule<'mail', MailDraft> = {
  name: 'почтой',
  invitation: 'почтой',
  needsMail: true,
  draftOf: (stored) => ({ recipients: stored?.recipients.join('\n') ?? '' }),
  Fields: ({ draft, first, onChange }) => (
    <AreaField
      ref={first}
      label="Кому"
      hint={`Одно письмо с файлом до ${MAX_MAIL_MEGABYTES} МБ, до ${MAX_RECIPIENTS} адресов: по одному в строке. Адреса видны всем получателям.`}
      rows={3}
      placeholder="shop@example.ru"
      autoCapitalize="none"
      spellCheck={false}
      value={draft.recipients}
      onChange={(recipients) => onChange({ recipients })}
    />
  ),
  isComplete: (draft) => recipientsOf(draft).length > 0,
  inputOf: (draft) => ({ kind: 'mail', recipients: recipientsOf(draft) }),
  words: ({ recipients }) => `Почтой: ${recipients.join(', ')}`,
}
