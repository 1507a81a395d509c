import { readStringList } from './filter-options.ts'
import { INVALID_JSON, parseLenientJson, ReadError } from './lenient-json.ts'
import { firstMember, isObject } from './values.ts'

const LISTS = ['vehicleType', 'vehicle_type', 'type', 'data', 'items'] as const

/** Reads POST /api/vehicle_type (specification 7.4): a list of texts, or an object with one. @throws ReadError */
export function readVehicleTypes(body: string): string[] {
  let answer = parseLenientJson(body)
  if (typeof answer === 'string') answer = parseLenientJson(answer)
  if (Array.isArray(answer)) return readStringList(answer)
  if (!isObject(answer)) throw new ReadError(INVALID_JSON)
  return readStringList(firstMember(answer, LISTS))
}
