import { CheckField } from '../../../../ui/Field.tsx'
import { momentIn } from '../../zones.ts'
import type { DraftProps } from '../kinds/kind-module.ts'
import { proofServerOf } from './mail-draft.ts'
import './mail.css'

/** Mail from which the file comes, the checks of its sender, and whether later mails need them. */
export function LetterSummary({ draft: { letter, mail, zone }, change }: DraftProps) {
  if (letter === null) return null
  const { from, subject, received_at, attachment, checked_by, passed } = letter
  const server = proofServerOf(letter)
  return (
    <section className="mail-letter" aria-label="Найденное письмо">
      <p className="panel-words">
        Письмо <strong>«{subject}»</strong> от {from}, {momentIn(zone, received_at)}, вложение{' '}
        <strong className="file-name">{attachment}</strong>.{' '}
        {passed.length > 0
          ? `Отправителя подтвердил ${checked_by}: ${passed.join(', ')}.`
          : checked_by === ''
            ? 'Отправителя никто не проверял: такое письмо может прислать кто угодно.'
            : `${checked_by} не подтвердил отправителя: такое письмо может прислать кто угодно.`}
      </p>
      {(server !== '' || mail.proof !== '') && (
        <CheckField
          checked={mail.proof !== ''}
          onChange={(checked) => change({ mail: { ...mail, proof: checked ? server : '' } })}
        >
          Читать только письма с подтверждённым отправителем
        </CheckField>
      )}
    </section>
  )
}
