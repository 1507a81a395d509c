import { describe, expect, it } from 'vitest'
import { ReadError } from './lenient-json.ts'
import { readVehicleTypes } from './vehicle-types.ts'

describe('specification 7.4: the answer of POST /api/vehicle_type', () => {
  const list = ['car', 'truck']

  it('may be a list of strings', () => {
    expect(readVehicleTypes('["car", "truck"]')).toEqual(list)
  })

  it.each(['vehicleType', 'vehicle_type', 'type', 'data', 'items'])('may be an object with %s', (name) => {
    expect(readVehicleTypes(JSON.stringify({ [name]: list }))).toEqual(list)
    expect(readVehicleTypes(JSON.stringify({ [name]: JSON.stringify(list) }))).toEqual(list)
    expect(readVehicleTypes(JSON.stringify({ [name]: 'car' }))).toEqual(['car'])
  })

  it.each([list, { vehicleType: list }, { items: JSON.stringify(list) }])(
    'may be the JSON text of %j',
    (answer) => {
      expect(readVehicleTypes(JSON.stringify(JSON.stringify(answer)))).toEqual(list)
    },
  )

  it.each([
    '[“car”, “truck”,]',
    '{“type”: [“car”, “truck”],}',
    '{"data": "[“car”, “truck”,]"}',
    '["car",\u0000"truck"]',
  ])('is repaired: %j', (body) => {
    expect(readVehicleTypes(body)).toEqual(list)
  })

  it("has no types if the object's list is empty", () => {
    expect(readVehicleTypes('{"vehicle_type": []}')).toEqual([])
    expect(readVehicleTypes('{}')).toEqual([])
  })

  it.each(['', 'Internal error', 'null', '5', 'true', '"car"'])('is invalid: %j', (body) => {
    expect(() => readVehicleTypes(body)).toThrow(ReadError)
  })
})
