import { ReadError } from '../../contract/legacy/lenient-json.ts'

/**
 * Reads an answer.
 * @throws ReadError with text for a person; its cause is the original error
 */
export function recognized<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof ReadError ? new ReadError('Ответ сервера не распознан.', { cause }) : cause
  }
}
