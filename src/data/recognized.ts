import { ReadError } from '../../contract/legacy/lenient-json.ts'

/** Reads an answer. @throws ReadError in words for a person; why it cannot be read is its cause */
export function recognized<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof ReadError ? new ReadError('Ответ сервера не распознан.', { cause }) : cause
  }
}
