import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '../../contract/lib/call.ts'
import type { MessageAnswer } from '../../contract/lib/schemas.ts'
import { jsonBody } from './client.ts'
import { answerOf } from './companion-calls.ts'
import { fileOf, saveFile } from './download.ts'
import { httpErrorOf } from './errors.ts'
import { sendProved } from './proof.ts'

/** Schema of a message, written out because the start of the app must not load TypeBox. */
const MESSAGE = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' } },
} as unknown as typeof MessageAnswer

type DeepReadonly<Value> = Value extends object
  ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
  : Value

/** Parameters, query and properties of the body of a call, in one object. Values of the query may be text already. */
export type InputOf<Of extends Call> = ParamsOf<Of> & {
  readonly [Name in keyof QueryOf<Of>]: DeepReadonly<QueryOf<Of>[Name]> | string
} & DeepReadonly<BodyOf<Of>> &
  (Of extends { upload: true } ? { file: Blob } : unknown)

/**
 * Sends a call to the companion and validates the response. Asks for the password if the server requires a proof of it.
 * @throws NotProvedError, HttpError, ReadError, or an error of fetch
 */
export const call = async <Of extends Call>(
  declared: Of,
  input: InputOf<Of>,
  signal?: AbortSignal,
): Promise<AnswerOf<Of>> =>
  answerOf(declared.answer ?? MESSAGE, await sendCall(declared, input, signal)) as Promise<AnswerOf<Of>>

/** Sends a call that answers with a file. @param name of the file if the response has none @throws errors of call */
export async function callFile<Of extends Call & { file: true }>(
  declared: Of,
  input: InputOf<Of>,
  name: string,
  signal?: AbortSignal,
): Promise<{ file: Blob; name: string }> {
  const response = await sendCall(declared, input, signal)
  if (!response.ok) throw await httpErrorOf(response)
  return fileOf(response, name)
}

/**
 * Downloads the file with which a call answers.
 * @throws errors of callFile
 */
export async function downloadFile<Of extends Call & { file: true }>(
  ...parameters: Parameters<typeof callFile<Of>>
): Promise<void> {
  const { file, name } = await callFile(...parameters)
  saveFile(file, name)
}

function sendCall(declared: Call, input: object, signal?: AbortSignal): Promise<Response> {
  const { path, body } = partsOf(declared, input)
  const aborted = signal ? { signal } : {}
  if (declared.method === 'GET') return sendProved(path, aborted)
  const content = declared.upload
    ? { headers: { 'content-type': 'application/octet-stream' }, body: body.file as Blob }
    : jsonBody(body)
  return sendProved(path, { method: 'POST', ...content, ...aborted })
}

/** Distributes the input of a call over path, query and body. Empty filters are left out. */
function partsOf(
  { method, path, query }: Call,
  input: object,
): { path: string; body: Record<string, unknown> } {
  const named = (query as { properties?: object } | undefined)?.properties ?? {}
  const search = new URLSearchParams()
  const body: Record<string, unknown> = {}
  let address = path
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const param = new RegExp(`:${name}(?=/|$)`)
    if (param.test(address)) address = address.replace(param, () => encodeURIComponent(value))
    else if (method !== 'GET' && !(name in named)) body[name] = value
    else if (value !== '' || method !== 'GET') for (const one of [value].flat()) search.append(name, one)
  }
  return { path: search.size === 0 ? address : `${address}?${search}`, body }
}
