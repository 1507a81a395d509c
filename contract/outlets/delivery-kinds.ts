import { type Static, type TSchema, Type } from 'typebox'
import { closed, oneOf, Text } from '../lib/schemas.ts'
import { Secrets } from '../sources/source.ts'

/** Maximum number of recipients of a mail with a publication. */
export const MAX_RECIPIENTS = 10
/** Maximum size in MB of a file that is sent by mail. */
export const MAX_MAIL_MEGABYTES = 20

const METHODS = oneOf('PUT', 'POST')

/** Settings of each way in which the server sends publications itself (specification 24.9), as given and as stored. */
const DELIVERY_KINDS = {
  address: {
    input: Type.Object(
      {
        kind: Type.Literal('address'),
        /** of the web, or of a file or folder on an FTP or SFTP server */
        address: Text(4_000),
        /** of the request to an address of the web */
        method: METHODS,
        /** fingerprint of the SFTP server's key, '' to learn it; if absent, that of the same server is unchanged */
        host_key: Type.Optional(Text(60)),
        /** if absent, the stored secrets are unchanged */
        secrets: Type.Optional(Secrets),
      },
      closed,
    ),
    settings: Type.Object({
      kind: Type.Literal('address'),
      address: Type.String(),
      method: METHODS,
      /** fingerprint of the SFTP server's key, 'SHA256:…'; '' before the first delivery and for others */
      host_key: Type.String(),
      /** names of the stored secrets, whose values are never sent to clients */
      secret_names: Type.Array(Type.String()),
    }),
  },
  mail: {
    input: Type.Object(
      {
        kind: Type.Literal('mail'),
        recipients: Type.Array(Text(300), { minItems: 1, maxItems: MAX_RECIPIENTS }),
      },
      closed,
    ),
    settings: Type.Object({ kind: Type.Literal('mail'), recipients: Type.Array(Type.String()) }),
  },
}

type Kinds = typeof DELIVERY_KINDS
export type DeliveryKind = keyof Kinds
/** Settings of a kind as the page sends them. */
export type DeliveryInputOf<Kind extends DeliveryKind> = Static<Kinds[Kind]['input']>
/** Stored settings of a kind. */
export type DeliverySettingsOf<Kind extends DeliveryKind> = Static<Kinds[Kind]['settings']>
export type DeliveryInput = { [Kind in DeliveryKind]: DeliveryInputOf<Kind> }[DeliveryKind]
export type DeliverySettings = { [Kind in DeliveryKind]: DeliverySettingsOf<Kind> }[DeliveryKind]

const anyKind = <Value>(schemas: TSchema[]) => Type.Unsafe<Value>(Type.Union(schemas))

export const DeliveryInput = anyKind<DeliveryInput>(Object.values(DELIVERY_KINDS).map(({ input }) => input))
export const DeliverySettings = anyKind<DeliverySettings>(
  Object.values(DELIVERY_KINDS).map(({ settings }) => settings),
)
