import { ReadError } from '../../contract/legacy/lenient-json.ts'

/** Calls `read`, which parses a response. @throws ReadError for the user; its cause is the original error */
export function recognized<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof ReadError ? new ReadError('Ответ сервера не распознан.', { cause }) : cause
  }
}
