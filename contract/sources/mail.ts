import { type Static, Type } from 'typebox'
import { closed, Text } from '../lib/schemas.ts'

/** Which mails of a mailbox bring a source's price lists (specification 13.16). */
export const MailSettings = Type.Object(
  {
    folder: Text(200),
    /** address of the sender, or '@domain' for all of a domain */
    from: Text(320),
    /** text in the subject, with '*' for any text; '' for any subject */
    subject: Text(200),
    /** name of the attachment, with '*' for any text; '' for any price list */
    attachment: Text(200),
    /**
     * name under which the receiving server states the results of DKIM and SPF (authserv-id), with '*' for any text; ''
     * if none is needed
     */
    proof: Text(255),
    /** folder to which a mail is moved after reading; '' to mark it as read where it is */
    move_to: Text(200),
    /** number of days after that of its arrival for which a mail's prices stand */
    valid_days: Type.Integer({ minimum: 0, maximum: 31 }),
  },
  closed,
)
export type MailSettings = Static<typeof MailSettings>

/** Mail as a person recognises it, with the result of the receiving server's checks of its sender. */
export const Letter = Type.Object({
  /** address of the sender */
  from: Type.String(),
  subject: Type.String(),
  /** ISO instant of its arrival */
  received_at: Type.String(),
  /** name of the attachment that was taken */
  attachment: Type.String(),
  /** server that checked the sender (authserv-id); '' if none says that it did */
  checked_by: Type.String(),
  /** checks of the sender's domain that passed: 'DKIM', 'SPF', 'DMARC' */
  passed: Type.Array(Type.String()),
})
export type Letter = Static<typeof Letter>
