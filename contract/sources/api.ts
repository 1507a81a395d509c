import { type Static, Type } from 'typebox'
import { AnyObject, closed, OrNull, oneOf, Text } from '../lib/schemas.ts'

/**
 * Body of a request, in whose texts '{username}', '{password}' and '{secret.NAME}' stand for secrets, '{page}' and
 * '{size}' for those of the paging.
 */
const Body = OrNull(AnyObject('Тело запроса'))

/** Names of members on the way to a part of a JSON answer, 'data.items'; '' for the whole answer. */
const Path = Text(200)

/** Request that a supplier answers with a token or a cookie. */
const Login = Type.Object(
  {
    method: oneOf('POST', 'GET'),
    /** its origin gets the secrets, too, if it is another than that of the source's address */
    address: Text(2_048),
    type: oneOf('json', 'form'),
    body: Body,
    /** path of the token in the answer; '' if a cookie stands for it */
    token: Path,
    /** name of the cookie; '' if the answer has a token */
    cookie: Text(200),
    /** header that sends the token, and the word before it; '' for none */
    header: Text(100),
    prefix: Text(50),
  },
  closed,
)
export type ApiLogin = Static<typeof Login>

const Request = Type.Object(
  {
    method: oneOf('GET', 'POST'),
    /** headers that are no secrets */
    headers: Type.Array(Type.Object({ name: Text(100), value: Text(1_000) }, closed), { maxItems: 20 }),
    body: Body,
  },
  closed,
)

export const ApiPaging = Type.Object(
  {
    by: oneOf('page', 'offset', 'cursor', 'next'),
    /** query parameter of the page's number, offset or cursor; '' if '{page}' in the body stands for it */
    parameter: Text(100),
    /** number of the first page, or first offset */
    first: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    /** number of records of a full page; 0 if unknown */
    size: Type.Integer({ minimum: 0, maximum: 100_000 }),
    /** query parameter of the size; '' for none */
    size_parameter: Text(100),
    /** path of the cursor or of the link to the next page; '' for the header Link */
    path: Path,
    /** path of the array of records */
    records: Path,
  },
  closed,
)
export type ApiPaging = Static<typeof ApiPaging>

/** Requests to a supplier's API (specification 13.18). */
export const SourceApi = Type.Object(
  {
    login: OrNull(Login),
    request: Request,
    /** null if one answer has the whole price list, in any format */
    paging: OrNull(ApiPaging),
  },
  closed,
)
export type SourceApi = Static<typeof SourceApi>

/** Parts of a description that may be left out where a person writes it. */
export const USUAL_LOGIN = {
  method: 'POST',
  type: 'json',
  body: null,
  token: 'access_token',
  cookie: '',
  header: 'Authorization',
  prefix: 'Bearer',
} as const
export const USUAL_REQUEST = { method: 'GET', headers: [], body: null } as const
export const USUAL_PAGING = {
  parameter: '',
  first: 1,
  size: 0,
  size_parameter: '',
  path: '',
  records: '',
} as const

/** Number of pages that the assistant fetches to look at them. */
export const PAGES_TO_LOOK_AT = 3
