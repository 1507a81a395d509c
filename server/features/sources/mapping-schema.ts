import { MappingSchema } from '../../import/mapping.ts'

/** JSON Schema of a mapping, for an editor to complete and check by. */
export const mappingSchema: object = MappingSchema
